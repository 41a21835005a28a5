//! Traversals of the IR: the children of expressions, assertions and statements, in
//! source order.

use super::{
    Amount, AssertKind, Assertion, Expr, ExprKind, Location, MemberId, PredInstance, Program,
    PureCall, Stmt, StmtKind, VarId,
};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;

/// The children of a node; usually few, so without allocation.
pub type Parts<'t, T> = SmallVec<[&'t T; 4]>;

impl Expr {
    /// Whether a quantifier is part of it.
    #[must_use]
    pub fn has_quantifier(&self) -> bool {
        let mut todo = vec![self];
        while let Some(e) = todo.pop() {
            if matches!(e.kind, ExprKind::Quant(_)) {
                return true;
            }
            todo.extend(e.children());
        }
        false
    }

    /// The direct subexpressions, including receivers, arguments and fractions of calls
    /// and instances, but not triggers.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        match &self.kind {
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Static(_)
            | ExprKind::Unique(_) => Parts::new(),
            ExprKind::Field(a, _)
            | ExprKind::Length(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Old(a)
            | ExprKind::OldAt(_, a)
            | ExprKind::Convert(_, a)
            | ExprKind::InstanceOf(a, _)
            | ExprKind::Cast(a, _) => smallvec![&**a],
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Logic(_, a, b)
            | ExprKind::Let(_, a, b) => smallvec![&**a, &**b],
            ExprKind::Cond(a, b, c) => smallvec![&**a, &**b, &**c],
            ExprKind::Pure(call) => call.children(),
            ExprKind::Opening(instance, body) => {
                let mut parts = instance.children();
                parts.push(body);
                parts
            }
            ExprKind::Using(call, body) => {
                let mut parts = call.children();
                parts.push(body);
                parts
            }
            ExprKind::Quant(quant) => smallvec![&quant.body],
            ExprKind::Collection(_, operands) => operands.iter().collect(),
            ExprKind::Elements(array, lo, hi) => [Some(array), lo.as_ref(), hi.as_ref()]
                .into_iter()
                .flatten()
                .map(|e| &**e)
                .collect(),
        }
    }
}

impl PureCall {
    /// The receiver and the arguments.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        self.receiver.iter().chain(&self.args).collect()
    }
}

impl PredInstance {
    /// The receiver, the arguments, and the fraction, if any.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        let mut parts = smallvec![&self.receiver];
        parts.extend(&self.args);
        parts.extend(self.amount.fraction());
        parts
    }
}

impl Amount {
    /// The fraction, if any.
    #[must_use]
    pub fn fraction(&self) -> Option<&Expr> {
        match self {
            Amount::Fraction(e) => Some(e),
            Amount::Write | Amount::Wildcard => None,
        }
    }
}

impl Location {
    /// The array or receiver; `None` for a static field.
    #[must_use]
    pub fn receiver(&self) -> Option<&Expr> {
        match self {
            Location::Field(e, _) | Location::Elems(e) | Location::Slice(e, ..) => Some(e),
            Location::Static(_) => None,
        }
    }

    /// The receiver, and the bounds of a slice.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        let mut parts: Parts<'_, Expr> = self.receiver().into_iter().collect();
        if let Location::Slice(_, lo, hi) = self {
            parts.extend(lo.iter().chain(hi).map(|e| &**e));
        }
        parts
    }
}

impl Assertion {
    /// The direct subassertions.
    #[must_use]
    pub fn parts(&self) -> Parts<'_, Assertion> {
        match &self.kind {
            AssertKind::Pure(_) | AssertKind::Acc(..) | AssertKind::Pred(_) => Parts::new(),
            AssertKind::Star(parts) => parts.iter().collect(),
            AssertKind::Cond(_, then, other) => smallvec![&**then, &**other],
            AssertKind::Untouched(inner) | AssertKind::Let(_, _, inner) => smallvec![&**inner],
        }
    }

    /// The direct subexpressions, without those of subassertions.
    #[must_use]
    pub fn exprs(&self) -> Parts<'_, Expr> {
        match &self.kind {
            AssertKind::Pure(e) | AssertKind::Cond(e, ..) | AssertKind::Let(_, e, _) => {
                smallvec![e]
            }
            AssertKind::Acc(location, amount) => {
                let mut found = location.children();
                found.extend(amount.fraction());
                found
            }
            AssertKind::Pred(instance) => instance.children(),
            AssertKind::Star(_) | AssertKind::Untouched(_) => Parts::new(),
        }
    }
}

impl Stmt {
    /// The nested statement lists.
    #[must_use]
    pub fn blocks(&self) -> Parts<'_, [Stmt]> {
        match &self.kind {
            StmtKind::If(_, then, other) => smallvec![&**then, &**other],
            StmtKind::Block(inner) => smallvec![&**inner],
            StmtKind::Loop(inner) => smallvec![&*inner.before, &*inner.body, &*inner.step],
            _ => Parts::new(),
        }
    }

    /// The direct subexpressions, without those of assertions and nested statements.
    #[must_use]
    pub fn exprs(&self) -> Parts<'_, Expr> {
        match &self.kind {
            StmtKind::Decl(_)
            | StmtKind::Block(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Label(_)
            | StmtKind::Throw
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Join(_)
            | StmtKind::Return(None) => Parts::new(),
            StmtKind::Assign(_, e)
            | StmtKind::StaticWrite(_, e)
            | StmtKind::NewArray(_, _, e)
            | StmtKind::If(e, ..)
            | StmtKind::Return(Some(e)) => smallvec![e],
            StmtKind::FieldWrite(a, _, b) => smallvec![a, b],
            StmtKind::ElemWrite(a, b, c) => smallvec![a, b, c],
            StmtKind::Call(_, call) | StmtKind::New(_, _, call) => {
                call.receiver.iter().chain(&call.args).collect()
            }
            StmtKind::Loop(inner) => {
                let mut found: Parts<'_, Expr> = inner.decreases.iter().collect();
                found.push(&inner.condition);
                found
            }
            StmtKind::Open(instance) | StmtKind::Close(instance) => instance.children(),
            StmtKind::Use(call) => call.children(),
        }
    }

    /// The direct assertions.
    #[must_use]
    pub fn assertions(&self) -> Parts<'_, Assertion> {
        match &self.kind {
            StmtKind::Loop(inner) => smallvec![&inner.invariant],
            StmtKind::Assert(a) | StmtKind::Assume(a) | StmtKind::Join(a) => smallvec![a],
            _ => Parts::new(),
        }
    }

    /// The variable that the statement itself assigns, if any.
    #[must_use]
    pub fn assigned(&self) -> Option<VarId> {
        match &self.kind {
            StmtKind::Decl(v)
            | StmtKind::Assign(v, _)
            | StmtKind::Call(Some(v), _)
            | StmtKind::New(v, ..)
            | StmtKind::NewArray(v, ..) => Some(*v),
            _ => None,
        }
    }
}

/// All statements, nested ones after their parent, in source order.
#[must_use]
pub fn statements(stmts: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    let mut todo: Vec<&Stmt> = stmts.iter().rev().collect();
    while let Some(stmt) = todo.pop() {
        found.push(stmt);
        let inner = stmt.blocks().into_iter().rev();
        todo.extend(inner.flat_map(|block| block.iter().rev()));
    }
    found
}

/// The variables assigned in these statements, including nested ones.
#[must_use]
pub fn assigned(stmts: &[Stmt]) -> BTreeSet<VarId> {
    statements(stmts)
        .into_iter()
        .filter_map(Stmt::assigned)
        .collect()
}

/// Visits every expression of a member's contract and body, including nested ones.
pub fn member_exprs(program: &Program, member: MemberId, visit: &mut dyn FnMut(&Expr)) {
    match member {
        MemberId::Method(m) => {
            let method = program.method(m);
            in_assertion(&method.requires, visit);
            in_assertion(&method.ensures, visit);
            method.decreases.iter().for_each(|e| in_expr(e, visit));
            for stmt in statements(&method.body) {
                stmt.exprs().into_iter().for_each(|e| in_expr(e, visit));
                let assertions = stmt.assertions().into_iter();
                assertions.for_each(|a| in_assertion(a, visit));
            }
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            in_assertion(&method.requires, visit);
            in_assertion(&method.ensures, visit);
            let exprs = method.decreases.iter().chain(&method.body);
            exprs.for_each(|e| in_expr(e, visit));
        }
        MemberId::Pred(q) => {
            let body = program.pred(q).body.iter();
            body.for_each(|a| in_assertion(a, visit));
        }
    }
}

/// Visits an expression and all that are nested in it.
pub fn in_expr(e: &Expr, visit: &mut dyn FnMut(&Expr)) {
    veriframe_base::stack::deep(|| {
        visit(e);
        e.children().into_iter().for_each(|e| in_expr(e, visit));
    });
}

/// Visits all expressions of an assertion and their parts.
pub fn in_assertion(a: &Assertion, visit: &mut dyn FnMut(&Expr)) {
    veriframe_base::stack::deep(|| {
        a.exprs().into_iter().for_each(|e| in_expr(e, visit));
        let parts = a.parts().into_iter();
        parts.for_each(|part| in_assertion(part, visit));
    });
}
