//! Mutants of a program, each with one change: a dropped conjunct or clause of a
//! contract or loop, a negated or swapped branch, a changed constant or operator, a
//! dropped statement.

mod expressions;
mod operators;

use operators::{assignment, other_assignment};
use veriframe::Span;
use veriframe::internals::syntax::ast::{
    BinOp, Callable, Clause, Expr, ExprKind, File, Member, MemberKind, Stmt, StmtKind, UnOp,
};

/// A program with one change.
pub struct Mutant {
    /// The member and the change; unique in the file and independent of line numbers.
    pub id: String,
    /// The only member whose verdict can change; `None` if there may be others.
    pub only: Option<String>,
    /// Whether a ghost statement was dropped.
    pub ghost: bool,
    /// The changed program.
    pub file: File,
}

/// Every mutant of a program, in source order.
pub fn mutants(text: &str, original: &File) -> Vec<Mutant> {
    let mut mutants: Vec<Mutant> = Vec::new();
    for target in 0.. {
        let mut file = original.clone();
        let mut walk = Walk::new(text, target);
        walk.file(&mut file);
        let Some(change) = walk.change else { break };
        let base = format!("{}: {}", change.member, change.what);
        let same = mutants
            .iter()
            .filter(|m| m.id == base || m.id.starts_with(&format!("{base} #")))
            .count();
        let id = if same == 0 {
            base
        } else {
            format!("{base} #{}", same + 1)
        };
        let only = change.in_body.then_some(change.member);
        mutants.push(Mutant {
            id,
            only,
            ghost: change.ghost,
            file,
        });
    }
    mutants
}

/// The change made by a walk.
struct Change {
    member: String,
    what: String,
    in_body: bool,
    ghost: bool,
}

/// A walk through a program that changes the place with a given index.
struct Walk<'a> {
    text: &'a str,
    target: usize,
    seen: usize,
    change: Option<Change>,
    /// The member, and whether the walk is in a body that no other member depends on.
    member: String,
    in_body: bool,
    /// The enclosing clause or statement.
    context: String,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, target: usize) -> Walk<'a> {
        Walk {
            text,
            target,
            seen: 0,
            change: None,
            member: String::new(),
            in_body: false,
            context: String::new(),
        }
    }

    /// Whether the current place is the one to change; `what` describes the change.
    fn hit(&mut self, what: impl FnOnce() -> String) -> bool {
        let hit = self.seen == self.target;
        self.seen += 1;
        if hit {
            let what = format!("{} in `{}`", what(), self.context);
            self.change = Some(Change {
                member: self.member.clone(),
                what,
                in_body: self.in_body,
                ghost: false,
            });
        }
        hit
    }

    /// The source text of a span on one line, shortened.
    fn quote(&self, span: Span) -> String {
        let text = self
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("");
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(60) {
            Some((at, _)) => format!("{}…", &line[..at]),
            None => line,
        }
    }

    fn file(&mut self, file: &mut File) {
        for class in &mut file.classes {
            for member in &mut class.members {
                self.member = format!("{}.{}", class.name.text, member.name.text);
                self.a_member(member);
            }
        }
        self.member = "main".to_owned();
        self.in_body = true;
        self.stmts(&mut file.main);
    }

    fn a_member(&mut self, member: &mut Member) {
        let is_pure = member.modifiers.iter().any(|word| word.text == "pure");
        self.in_body = false;
        self.context = self.quote(member.name.span);
        match &mut *member.kind {
            MemberKind::Field {
                init: Some(init), ..
            } => self.expr(init),
            MemberKind::Field { init: None, .. } => {}
            MemberKind::Predicate(callable) => self.callable(callable, true),
            MemberKind::Initialiser(block) => {
                self.in_body = true;
                self.stmts(&mut block.stmts);
            }
            MemberKind::Constructor(callable)
            | MemberKind::Method { callable, .. }
            | MemberKind::Lemma(callable) => {
                self.clauses(&mut callable.contract);
                self.in_body = !is_pure;
                self.callable(callable, false);
            }
        }
    }

    /// A body; for a predicate, a list of conjuncts.
    fn callable(&mut self, callable: &mut Callable, is_predicate: bool) {
        let Some(body) = &mut callable.body else {
            return;
        };
        if let (true, [only]) = (is_predicate, &mut body.stmts[..])
            && let StmtKind::Return(Some(assertion)) = &mut *only.kind
        {
            self.context = self.quote(only.span);
            self.conjuncts(assertion);
            self.expr(assertion);
            return;
        }
        self.stmts(&mut body.stmts);
    }

    /// The clauses of a contract or of a loop.
    fn clauses(&mut self, clauses: &mut Vec<Clause>) {
        let mut at = 0;
        while at < clauses.len() {
            let clause = &mut clauses[at];
            self.context = self.quote(clause.span);
            // A measure has no conjuncts, but possibly several expressions.
            let several = match &mut clause.exprs[..] {
                [assertion] => self.conjuncts(assertion),
                _ => false,
            };
            if !several && self.hit(|| "drop the clause".to_owned()) {
                clauses.remove(at);
                return;
            }
            clauses[at].exprs.iter_mut().for_each(|e| self.expr(e));
            at += 1;
        }
    }

    /// Drops each conjunct of an assertion in turn; false if it has only one.
    fn conjuncts(&mut self, assertion: &mut Expr) -> bool {
        let ExprKind::Chain(first, rest) = &assertion.kind else {
            return false;
        };
        let splits = |op: &BinOp| matches!(op, BinOp::And | BinOp::Star);
        let weaker =
            |op: &BinOp| matches!(op, BinOp::Or | BinOp::Implies | BinOp::Iff | BinOp::Wand);
        if !rest.iter().any(|(op, ..)| splits(op)) || rest.iter().any(|(op, ..)| weaker(op)) {
            return false;
        }
        // Each operand with the operator before it; the first has none.
        let mut parts: Vec<(Option<(BinOp, Span)>, Part)> = vec![(None, Part::new(first))];
        for (op, span, operand) in rest {
            match parts.last_mut() {
                Some((_, part)) if !splits(op) => part.rest.push((*op, *span, operand.clone())),
                _ => parts.push((Some((*op, *span)), Part::new(operand))),
            }
        }
        for at in 0..parts.len() {
            let text = self.quote(parts[at].1.span());
            if self.hit(|| format!("drop `{text}`")) {
                parts.remove(at);
                *assertion = joined(parts, assertion.span);
                return true;
            }
        }
        true
    }

    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        let mut at = 0;
        while at < stmts.len() {
            let stmt = &mut stmts[at];
            self.context = self.header(stmt);
            if may_be_dropped(&stmt.kind) && self.hit(|| "drop the statement".to_owned()) {
                let ghost = matches!(
                    *stmt.kind,
                    StmtKind::Open(_) | StmtKind::Close(_) | StmtKind::Use(_)
                );
                self.change.as_mut().unwrap().ghost = ghost;
                stmts.remove(at);
                return;
            }
            self.stmt(stmt);
            at += 1;
        }
    }

    /// The description of a statement: its text, or the condition of an `if` or a loop.
    fn header(&self, stmt: &Stmt) -> String {
        match &*stmt.kind {
            StmtKind::If(condition, ..) => format!("if ({})", self.quote(condition.span)),
            StmtKind::While(condition, ..) => format!("while ({})", self.quote(condition.span)),
            StmtKind::For { cond, .. } => {
                let condition = cond.as_ref().map(|condition| self.quote(condition.span));
                format!("for (…; {}; …)", condition.unwrap_or_default())
            }
            StmtKind::Block(_) => "{…}".to_owned(),
            _ => self.quote(stmt.span),
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        self.context = self.header(stmt);
        match &mut *stmt.kind {
            StmtKind::Local { init, .. } => {
                if init.is_some() && self.hit(|| "drop the initial value".to_owned()) {
                    *init = None;
                }
                init.iter_mut().for_each(|e| self.expr(e));
            }
            StmtKind::Assign(target, op, value) => {
                if let Some(other) = other_assignment(*op)
                    && self
                        .hit(|| format!("change `{}` to `{}`", assignment(*op), assignment(other)))
                {
                    *op = other;
                }
                self.expr(target);
                self.expr(value);
            }
            StmtKind::If(condition, then, other) => self.branches(condition, then, other),
            StmtKind::Block(block) => self.stmts(&mut block.stmts),
            StmtKind::Prove(claim, proof) => {
                self.expr(claim);
                self.stmts(&mut proof.stmts);
            }
            StmtKind::Join(assertion) => {
                self.conjuncts(assertion);
                self.expr(assertion);
            }
            StmtKind::Expr(e)
            | StmtKind::Return(Some(e))
            | StmtKind::Assert(e)
            | StmtKind::Assume(e)
            | StmtKind::Open(e)
            | StmtKind::Close(e)
            | StmtKind::Use(e) => self.expr(e),
            StmtKind::While(condition, specs, body) => {
                self.expr(condition);
                self.clauses(specs);
                self.stmt(body);
            }
            StmtKind::For { .. } => self.for_loop(stmt),
            // The others contain nothing to change.
            _ => {}
        }
    }

    fn for_loop(&mut self, stmt: &mut Stmt) {
        let StmtKind::For {
            init,
            cond,
            step,
            specs,
            body,
        } = &mut *stmt.kind
        else {
            return;
        };
        let header = self.context.clone();
        init.iter_mut().for_each(|init| self.stmt(init));
        self.context.clone_from(&header);
        cond.iter_mut().for_each(|condition| self.expr(condition));
        if step.is_some() && self.hit(|| "drop the step".to_owned()) {
            *step = None;
        }
        step.iter_mut().for_each(|step| self.stmt(step));
        self.clauses(specs);
        self.stmt(body);
    }

    fn branches(
        &mut self,
        condition: &mut Expr,
        then: &mut Box<Stmt>,
        other: &mut Option<Box<Stmt>>,
    ) {
        match other {
            Some(other) => {
                if self.hit(|| "swap the branches".to_owned()) {
                    std::mem::swap(then, other);
                }
            }
            None => {
                if self.hit(|| "negate the condition".to_owned()) {
                    *condition = not(condition);
                    return;
                }
            }
        }
        self.expr(condition);
        self.stmt(then);
        other.iter_mut().for_each(|other| self.stmt(other));
    }
}

/// `!(e)`
fn not(e: &Expr) -> Expr {
    let paren = Expr {
        kind: ExprKind::Paren(Box::new(e.clone())),
        span: e.span,
    };
    Expr {
        kind: ExprKind::Unary(UnOp::Not, Box::new(paren)),
        span: e.span,
    }
}

/// A conjunct: operands with the operators between them.
struct Part {
    first: Expr,
    rest: Vec<(BinOp, Span, Expr)>,
}

impl Part {
    fn new(first: &Expr) -> Part {
        Part {
            first: first.clone(),
            rest: Vec::new(),
        }
    }

    fn span(&self) -> Span {
        self.rest
            .last()
            .map_or(self.first.span, |(.., last)| self.first.span.to(last.span))
    }
}

/// The chain of the remaining conjuncts.
fn joined(parts: Vec<(Option<(BinOp, Span)>, Part)>, span: Span) -> Expr {
    let mut parts = parts.into_iter();
    let (_, Part { first, mut rest }) = parts.next().unwrap();
    for (op, part) in parts {
        let (op, at) = op.unwrap();
        rest.push((op, at, part.first));
        rest.extend(part.rest);
    }
    if rest.is_empty() {
        first
    } else {
        Expr {
            kind: ExprKind::Chain(Box::new(first), rest),
            span,
        }
    }
}

/// An `assert` has no effect, a label only names a state, and a declaration only has an
/// initial value.
fn may_be_dropped(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Assert(_) | StmtKind::Local { .. } | StmtKind::Label(_) | StmtKind::Empty
    )
}
