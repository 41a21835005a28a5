//! A member in the syntax tree: its contract, its variables and its loops.

use super::edits::{Clauses, Page};
use crate::notation::Notation;
use crate::source::{SourceMap, Span};
use crate::syntax::tree::ast::{
    BinOp, Block, Callable, Class, Clause, ClauseKind, Expr, ExprKind, File, Member, MemberKind,
    Param, Stmt, StmtKind, Type, TypeKind,
};
use crate::syntax::tree::statements::{self, Nested};
use crate::syntax::tree::walk;
use std::collections::BTreeSet;

/// A member with a contract.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'t> {
    /// Its file.
    pub page: Page<'t>,
    /// Its class.
    pub class: &'t Class,
    /// The member.
    pub member: &'t Member,
    /// Its parameters, contract and body.
    pub callable: &'t Callable,
    sources: &'t SourceMap,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its type.
    pub ty: &'t Type,
    /// What it is declared with.
    pub init: Option<&'t Expr>,
}

impl Variable<'_> {
    /// Whether it is an integer.
    pub(super) fn is_integer(self) -> bool {
        matches!(
            self.ty.kind,
            TypeKind::Int
                | TypeKind::Long
                | TypeKind::Short
                | TypeKind::Byte
                | TypeKind::Char
                | TypeKind::Bigint
        )
    }

    /// Whether it refers to objects or arrays.
    pub(super) fn is_reference(self) -> bool {
        matches!(
            self.ty.kind,
            TypeKind::Named(_) | TypeKind::Generic(_) | TypeKind::Array(_)
        )
    }
}

/// A loop.
#[derive(Clone, Debug)]
pub(super) struct Loop<'t> {
    /// The whole statement.
    pub stmt: &'t Stmt,
    /// Its condition, if it has one.
    pub cond: Option<&'t Expr>,
    /// Its invariants and measure.
    pub specs: &'t [Clause],
    /// Its body.
    pub body: &'t Stmt,
    /// The variables in scope at its head, outer ones first.
    pub variables: Vec<Variable<'t>>,
    /// The variables that an iteration assigns.
    pub assigned: BTreeSet<&'t str>,
}

impl<'t> Loop<'t> {
    /// Where clauses go.
    pub(super) fn clauses(&self) -> Clauses<'t> {
        Clauses {
            all: self.specs,
            owner: self.stmt.span,
            body: self.body.span.start as usize,
        }
    }

    /// The integer variables that an iteration assigns.
    pub(super) fn counters(&self) -> impl Iterator<Item = Variable<'t>> {
        let variables = self.variables.iter().copied();
        variables.filter(|v| v.is_integer() && self.assigned.contains(v.name))
    }
}

impl<'t> Site<'t> {
    /// All members with a contract, in the order of the files.
    pub(super) fn all(trees: &'t [File], sources: &'t SourceMap) -> Vec<Site<'t>> {
        let mut found = Vec::new();
        for tree in trees {
            let mut classes: Vec<&Class> = tree.classes.iter().rev().collect();
            while let Some(class) = classes.pop() {
                classes.extend(class.classes.iter().rev());
                let members = class.members.iter();
                found.extend(members.filter_map(|m| Site::new(class, m, sources)));
            }
        }
        found
    }

    fn new(class: &'t Class, member: &'t Member, sources: &'t SourceMap) -> Option<Site<'t>> {
        let callable = match &*member.kind {
            // Nobody could fulfil a contract of what Java runs by itself.
            MemberKind::Field { .. } | MemberKind::Predicate(_) | MemberKind::Initialiser(_) => {
                return None;
            }
            MemberKind::Constructor(callable)
            | MemberKind::Method { callable, .. }
            | MemberKind::Lemma(callable) => callable,
        };
        let mut page = Page::new(sources, member.span.file);
        // A ghost member is in a comment as a whole.
        if member.in_annotation || class.in_annotation {
            page.notation = Notation::Idf;
        }
        Some(Site {
            page,
            class,
            member,
            callable,
            sources,
        })
    }

    /// The first member of a file.
    #[cfg(test)]
    pub(super) fn first(tree: &'t File, sources: &'t SourceMap) -> Option<Site<'t>> {
        Site::all(std::slice::from_ref(tree), sources)
            .into_iter()
            .next()
    }

    /// Whether it has a modifier.
    pub(super) fn has(self, modifier: &str) -> bool {
        let mut modifiers = self.member.modifiers.iter();
        modifiers.any(|name| name.text == modifier)
    }

    /// Whether it is a lemma.
    pub(super) fn is_lemma(self) -> bool {
        matches!(*self.member.kind, MemberKind::Lemma(_))
    }

    /// The type of its result if all that it does is to return a value.
    pub(super) fn getter(self) -> Option<&'t Type> {
        let MemberKind::Method { ty: Some(ty), .. } = &*self.member.kind else {
            return None;
        };
        let [only] = self.body() else {
            return None;
        };
        let returns = matches!(&*only.kind, StmtKind::Return(Some(_)));
        returns.then_some(ty)
    }

    /// Where clauses of its contract go.
    pub(super) fn clauses(self) -> Clauses<'t> {
        let body = self.callable.body.as_ref();
        let end = self.member.span.end.saturating_sub(1);
        Clauses {
            all: &self.callable.contract,
            owner: self.member.span,
            body: body.map_or(end, |body| body.span.start) as usize,
        }
    }

    /// Whether an expression of its contract is the returned value. In a `.java` file,
    /// `result` is this only where nothing else has the name.
    pub(super) fn is_result(self, e: &Expr) -> bool {
        let ExprKind::Name(name) = &e.kind else {
            return matches!(e.kind, ExprKind::Result);
        };
        let mut ensures = self.callable.contract.iter();
        let is_promised = ensures
            .any(|clause| clause.kind == ClauseKind::Ensures && clause.span.contains(e.span));
        let mut fields = self.class.members.iter();
        let is_field = fields.any(|member| {
            matches!(*member.kind, MemberKind::Field { .. }) && member.name.text == *name
        });
        name == "result" && is_promised && !is_field && !self.parameters().any(|p| p.name == name)
    }

    /// The text of a place.
    pub(super) fn text(self, span: Span) -> &'t str {
        self.sources.text(span)
    }

    /// The expressions of the clauses of a kind.
    pub(super) fn conditions(self, kind: ClauseKind) -> impl Iterator<Item = &'t Expr> {
        let contract = self.callable.contract.iter();
        let same = contract.filter(move |clause| clause.kind == kind);
        same.flat_map(|clause| &clause.exprs)
    }

    /// Its parameters.
    pub(super) fn parameters(self) -> impl Iterator<Item = Variable<'t>> {
        let params = self.callable.params.iter();
        params.map(|Param { ty, name, .. }| Variable {
            name: &name.text,
            ty,
            init: None,
        })
    }

    /// The statements of its body.
    pub(super) fn body(self) -> &'t [Stmt] {
        let body: Option<&'t Block> = self.callable.body.as_ref();
        body.map_or(&[], |body| &body.stmts)
    }

    /// All statements in its body, outer ones first.
    pub(super) fn statements(self) -> Vec<&'t Stmt> {
        let mut found = Vec::new();
        for stmt in self.body() {
            walk::stmts(stmt, &mut |stmt| found.push(stmt));
        }
        found
    }

    /// Calls `visit` with the expressions of its contract and body. Where it returns false, what
    /// is inside is left out.
    pub(super) fn expressions(self, visit: &mut dyn FnMut(&'t Expr) -> bool) {
        let clauses = self.callable.contract.iter();
        for e in clauses.flat_map(|clause| &clause.exprs) {
            walk::exprs(e, visit);
        }
        for stmt in self.body() {
            walk::exprs_of_stmt(stmt, visit);
        }
    }

    /// Its loops, outer ones first, with the variables in scope.
    pub(super) fn loops(self) -> Vec<Loop<'t>> {
        let mut scope: Vec<Variable<'t>> = self.parameters().collect();
        let mut found = Vec::new();
        gather(self.body(), &mut scope, &mut found);
        found
    }

    /// All its local variables.
    pub(super) fn locals(self) -> Vec<Variable<'t>> {
        let statements = self.statements().into_iter();
        statements.filter_map(local).collect()
    }

    /// The text of a place in its contract or body, with expressions replaced.
    pub(super) fn rewritten(
        self,
        place: Span,
        replace: &dyn Fn(&'t Expr) -> Option<String>,
    ) -> String {
        let mut replaced: Vec<(Span, String)> = Vec::new();
        self.expressions(&mut |e| {
            if e.span.end <= place.start || place.end <= e.span.start || e.span.file != place.file {
                return false;
            }
            match place.contains(e.span).then(|| replace(e)).flatten() {
                Some(text) => {
                    replaced.push((e.span, text));
                    false
                }
                None => true,
            }
        });
        replaced.sort_by_key(|(span, _)| *span);
        let mut text = String::new();
        let mut at = place.start;
        for (span, other) in replaced {
            text += self.text(Span {
                start: at,
                end: span.start.max(at),
                ..place
            });
            text += &other;
            at = span.end;
        }
        text += self.text(Span { start: at, ..place });
        text
    }

    /// What its `return` at or before a place returns: the only one that there is, or the one at
    /// the place.
    pub(super) fn returned(self, places: &[Span]) -> Option<&'t Expr> {
        let statements = self.statements().into_iter();
        let returns = statements.filter_map(|stmt| {
            let StmtKind::Return(Some(value)) = &*stmt.kind else {
                return None;
            };
            Some((stmt.span, value))
        });
        let returns: Vec<(Span, &Expr)> = returns.collect();
        let here = returns.iter().find(|(span, _)| places.contains(span));
        match (here, returns.as_slice()) {
            (Some((_, value)), _) | (None, [(_, value)]) => Some(value),
            _ => None,
        }
    }
}

/// The variable that a statement declares.
fn local(stmt: &Stmt) -> Option<Variable<'_>> {
    let StmtKind::Local { ty, name, init, .. } = &*stmt.kind else {
        return None;
    };
    Some(Variable {
        name: &name.text,
        ty,
        init: init.as_deref(),
    })
}

/// Finds loops, with the variables in scope.
fn gather<'t>(stmts: &'t [Stmt], scope: &mut Vec<Variable<'t>>, found: &mut Vec<Loop<'t>>) {
    let outer = scope.len();
    for stmt in stmts {
        gather_one(stmt, scope, found);
    }
    scope.truncate(outer);
}

fn gather_one<'t>(stmt: &'t Stmt, scope: &mut Vec<Variable<'t>>, found: &mut Vec<Loop<'t>>) {
    let inner = std::slice::from_ref;
    match stmt.kind.nested() {
        Nested::None => scope.extend(local(stmt)),
        Nested::List(all) => all.iter().for_each(|stmt| gather_one(stmt, scope, found)),
        Nested::Block(all) => gather(all, scope, found),
        Nested::Branches(yes, no) => {
            gather(inner(yes), scope, found);
            no.iter().for_each(|no| gather(inner(no), scope, found));
        }
        Nested::Loop(parts) => {
            let outer = scope.len();
            (parts.init.iter()).for_each(|init| gather_one(init, scope, found));
            found.push(new_loop(stmt, parts, scope));
            gather(inner(parts.body), scope, found);
            scope.truncate(outer);
        }
        Nested::Cases(cases) => {
            cases
                .iter()
                .for_each(|case| gather(&case.body, scope, found));
        }
        Nested::Try(parts) => parts.blocks().for_each(|all| gather(all, scope, found)),
    }
}

fn new_loop<'t>(stmt: &'t Stmt, parts: statements::Loop<'t>, scope: &[Variable<'t>]) -> Loop<'t> {
    let mut assigned = BTreeSet::new();
    walk::stmts(stmt, &mut |inner| {
        if let StmtKind::Assign(place, ..) = &*inner.kind
            && let ExprKind::Name(name) = &place.kind
        {
            assigned.insert(name.as_str());
        }
    });
    walk::exprs_of_stmt(stmt, &mut |e| {
        if let ExprKind::Inc(_, place) | ExprKind::Assign(place, ..) = &e.kind
            && let ExprKind::Name(name) = &place.kind
        {
            assigned.insert(name.as_str());
        }
        true
    });
    Loop {
        stmt,
        cond: parts.test.condition(),
        specs: parts.specs,
        body: parts.body,
        variables: scope.to_vec(),
        assigned,
    }
}

/// The operands of an assertion that are permissions or calls and stand in a conjunction by
/// themselves.
pub(super) fn resources(e: &Expr) -> Vec<&Expr> {
    let is_resource = |e: &Expr| matches!(e.kind, ExprKind::Acc(..) | ExprKind::Call(..));
    let conjoins = |op: &BinOp| matches!(op, BinOp::Star | BinOp::And);
    let ExprKind::Chain(first, rest) = &e.kind else {
        return Some(e).into_iter().filter(|e| is_resource(e)).collect();
    };
    if rest
        .iter()
        .any(|(op, _, _)| matches!(op, BinOp::Implies | BinOp::Iff | BinOp::Or))
    {
        return Vec::new();
    }
    let ops = || rest.iter().map(|(op, _, _)| op);
    let before = std::iter::once(None).chain(ops().map(Some));
    let after = ops().map(Some).chain([None]);
    let operands = std::iter::once(&**first).chain(rest.iter().map(|(_, _, e)| e));
    let all = operands.zip(before.zip(after));
    all.filter(|(e, (before, after))| {
        let stands_alone = [before, after]
            .into_iter()
            .all(|op| op.is_none_or(conjoins));
        is_resource(e) && stands_alone
    })
    .map(|(e, _)| e)
    .collect()
}

/// The conjuncts of an assertion that speak of values only.
pub(super) fn values(e: &Expr) -> Vec<Span> {
    let mut conjuncts = vec![e.span];
    if let ExprKind::Chain(first, rest) = &e.kind
        && rest
            .iter()
            .all(|(op, _, _)| !matches!(op, BinOp::Implies | BinOp::Iff | BinOp::Or))
    {
        conjuncts = vec![first.span];
        for (op, _, operand) in rest {
            match (op, conjuncts.last_mut()) {
                // `0 <= i < n` is one.
                (BinOp::Star | BinOp::And, _) | (_, None) => conjuncts.push(operand.span),
                (_, Some(last)) => last.end = operand.span.end,
            }
        }
    }
    let mut resources: Vec<Span> = Vec::new();
    walk::exprs(e, &mut |e| {
        if matches!(e.kind, ExprKind::Acc(..) | ExprKind::Call(..)) {
            resources.push(e.span);
        }
        true
    });
    conjuncts.retain(|span| !resources.iter().any(|other| span.contains(*other)));
    conjuncts
}
