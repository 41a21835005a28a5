//! The values of slots as expressions over versions of variables.

use std::collections::BTreeMap;
use veriframe_base::source::Span;
use veriframe_ir::{BinOp, Expr, ExprKind, LogicOp, Read, Type, UnOp, Var, VarId, Vars, walk};

/// What is written where no expression of the core language says it: text before its parts, which
/// are separated by commas, and text after them.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) before: String,
    pub(super) parts: Vec<Expr>,
    pub(super) after: &'static str,
    pub(super) reads_heap: bool,
}

/// The versions, as variables of the core language.
#[derive(Clone, Debug)]
pub(super) struct VersionTable {
    /// All of them, by the names of their variables.
    pub(super) vars: Vars,
    /// By those that stand for a phrase: it.
    pub(super) phrases: BTreeMap<VarId, Phrase>,
    /// Those that are written without a number, such as `this`.
    pub(super) unnumbered: Vec<VarId>,
    /// The place of what has none of its own.
    place: Span,
}

impl VersionTable {
    /// No versions, of a member at this place.
    pub(super) fn new(place: Span) -> VersionTable {
        VersionTable {
            vars: Vars::default(),
            phrases: BTreeMap::new(),
            unnumbered: Vec::new(),
            place,
        }
    }

    /// An expression without a place of its own.
    pub(super) fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        let span = self.place;
        Expr { kind, ty, span }
    }

    /// A variable of this name.
    pub(super) fn fresh(&mut self, name: String, ty: Type) -> VarId {
        let id = VarId::from(u32::try_from(self.vars.all.len()).unwrap_or(u32::MAX));
        self.vars.all.push(Var {
            name,
            ty,
            span: self.place,
            is_ghost: false,
            is_temporary: false,
        });
        id
    }

    /// A variable that is written without a number.
    pub(super) fn unnumbered(&mut self, name: &str, ty: Type) -> Expr {
        let id = self.fresh(name.to_owned(), ty);
        self.unnumbered.push(id);
        self.read(id)
    }

    pub(super) fn phrase(&mut self, phrase: Phrase, ty: Type) -> Expr {
        let id = self.fresh(String::new(), ty);
        self.phrases.insert(id, phrase);
        self.read(id)
    }

    pub(super) fn read(&self, id: VarId) -> Expr {
        self.expr(ExprKind::Var(id), self.vars.get(id).ty.clone())
    }

    /// The versions in an expression.
    pub(super) fn uses(&self, e: &Expr) -> Vec<VarId> {
        let mut uses = Vec::new();
        walk::in_expr(e, &mut |e| {
            if let ExprKind::Var(id) = e.kind {
                uses.push(id);
            }
        });
        let phrases = uses.iter().filter_map(|id| self.phrases.get(id));
        let parts = phrases.flat_map(|phrase| &phrase.parts);
        let parts: Vec<VarId> = parts.flat_map(|part| self.uses(part)).collect();
        uses.extend(parts);
        uses
    }

    /// Whether the value may change with the heap.
    pub(super) fn reads_heap(&self, e: &Expr) -> bool {
        let mut reads = false;
        walk::in_expr(e, &mut |e| {
            let here = matches!(
                e.read(),
                Read::Field(..) | Read::Elements(_) | Read::Call(_)
            );
            let phrase = self.phrase_of(e);
            let in_phrase = phrase.is_some_and(|phrase| {
                phrase.reads_heap || phrase.parts.iter().any(|part| self.reads_heap(part))
            });
            reads = reads || here || in_phrase;
        });
        reads
    }

    fn phrase_of(&self, e: &Expr) -> Option<&Phrase> {
        let ExprKind::Var(id) = &e.kind else {
            return None;
        };
        self.phrases.get(id)
    }

    /// Whether an expression is a version or a literal, so that it can stand for its value anywhere.
    pub(super) fn is_atom(&self, e: &Expr) -> bool {
        let is_atom = matches!(e.kind, ExprKind::Var(_)) || e.literal().is_some();
        is_atom && self.phrase_of(e).is_none()
    }
}

/// The number of nodes of an expression.
pub(super) fn size(e: &Expr) -> usize {
    let mut count = 0;
    walk::in_expr(e, &mut |_| count += 1);
    count
}

/// Whether two values are the same version or literal, or made of such in the same way.
pub(super) fn is_same(a: &Expr, b: &Expr) -> bool {
    if let (ExprKind::Var(a), ExprKind::Var(b)) = (&a.kind, &b.kind) {
        return a == b;
    }
    format!("{:?}", a.kind) == format!("{:?}", b.kind)
}

fn truth(e: &Expr) -> Option<bool> {
    let ExprKind::Bool(holds) = e.kind else {
        return None;
    };
    Some(holds)
}

/// The negation of a condition.
pub(super) fn negation(e: Expr) -> Expr {
    let (ty, span) = (e.ty, e.span);
    let of = |kind| Expr {
        kind,
        ty: ty.clone(),
        span,
    };
    let kind = e.kind;
    if let ExprKind::Unary(UnOp::Not, inner) = kind {
        return *inner;
    }
    if let ExprKind::Bool(b) = kind {
        return of(ExprKind::Bool(!b));
    }
    if let ExprKind::Binary(op, a, b) = kind {
        return of(match op {
            BinOp::Eq => ExprKind::Binary(BinOp::Ne, a, b),
            BinOp::Ne => ExprKind::Binary(BinOp::Eq, a, b),
            BinOp::Lt => ExprKind::Binary(BinOp::Le, b, a),
            BinOp::Le => ExprKind::Binary(BinOp::Lt, b, a),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                let inner = of(ExprKind::Binary(op, a, b));
                ExprKind::Unary(UnOp::Not, Box::new(inner))
            }
        });
    }
    if let ExprKind::Logic(op @ (LogicOp::And | LogicOp::Or), a, b) = kind {
        let op = match op {
            LogicOp::And => LogicOp::Or,
            LogicOp::Or | LogicOp::Implies => LogicOp::And,
        };
        return connected(op, negation(*a), negation(*b));
    }
    let inner = of(kind);
    of(ExprKind::Unary(UnOp::Not, Box::new(inner)))
}

/// Two conditions with a connective between them.
pub(super) fn connected(op: LogicOp, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (Type::Bool, a.span);
    let kind = ExprKind::Logic(op, Box::new(a), Box::new(b));
    Expr { kind, ty, span }
}

/// The one value where a condition holds, the other one where it does not.
pub(super) fn conditional(condition: Expr, a: Expr, b: Expr) -> Expr {
    match (truth(&a), truth(&b)) {
        (Some(true), Some(false)) => condition,
        (Some(false), Some(true)) => negation(condition),
        (_, Some(false)) => connected(LogicOp::And, condition, a),
        (Some(true), _) => connected(LogicOp::Or, condition, b),
        (Some(false), _) => connected(LogicOp::And, negation(condition), b),
        (_, Some(true)) => connected(LogicOp::Or, negation(condition), a),
        (None, None) => {
            let (ty, span) = (a.ty.clone(), condition.span);
            let [condition, a, b] = [condition, a, b].map(Box::new);
            let kind = ExprKind::Cond(condition, a, b);
            Expr { kind, ty, span }
        }
    }
}

/// The type of an operation's result.
pub(super) fn type_of(op: BinOp, left: &Expr) -> Type {
    if op.compares() {
        Type::Bool
    } else {
        left.ty.clone()
    }
}
