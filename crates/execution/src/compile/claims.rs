//! What code asserts and assumes, where contracts are off: conditions on the program's own state are
//! checked. Permission, ghost state and earlier heaps are not there: parts of an assertion about these
//! cannot be evaluated, which the run tells. So it does of a lemma that demands something. Nothing is
//! told of `open`, `close` and `use`, which are only about permission and proofs, and of what computes
//! ghost values.

use super::body::Builder;
use crate::code::{Instruction, Purpose};
use std::collections::BTreeSet;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{
    AssertKind, Assertion, Call, Expr, ExprKind, Named, Stmt, StmtKind, VarId, walk,
};

impl Builder<'_> {
    /// What a ghost statement asserts and assumes.
    pub(super) fn claims(&mut self, stmt: &Stmt) {
        if let Some((assertion, code)) = claim_of(stmt) {
            let outer = self.claim.replace(BTreeSet::new());
            self.asserted(assertion, Purpose::Assert, code);
            self.claim = outer;
            return;
        }
        for inner in walk::statements(std::slice::from_ref(stmt)) {
            // Whether a ghost statement reaches it is not known.
            if let Some((assertion, code)) = claim_of(inner) {
                self.unevaluable(assertion.span, code);
            }
            if let StmtKind::Call(_, call) = &inner.kind
                && self.demands(call)
            {
                self.unevaluable(call.span, ErrorCode::Precondition);
            }
            if let StmtKind::Loop(inner) = &inner.kind
                && inner.has_invariant()
            {
                self.unevaluable(inner.invariant.span, ErrorCode::InvariantEntry);
            }
        }
    }

    /// Whether a call needs more than that there is a receiver.
    fn demands(&self, call: &Call) -> bool {
        let requires = &self.program.method(call.callee).requires;
        !matches!(&requires.kind, AssertKind::Star(parts) if parts.is_empty())
            && !matches!(&requires.kind, AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(true)))
    }

    /// Whether a part of an assertion can be evaluated, but for its own parts.
    pub(super) fn is_evaluable(&mut self, part: &Assertion) -> bool {
        let Some(bound) = &mut self.claim else {
            return true;
        };
        if let AssertKind::Let(var, ..) = &part.kind {
            bound.insert(*var);
        }
        match &part.kind {
            AssertKind::Star(_) => true,
            AssertKind::Pure(e) | AssertKind::Cond(e, ..) | AssertKind::Let(_, e, _) => {
                !self.reads_ghost(e) && !reads_past(e)
            }
            AssertKind::Acc(..) | AssertKind::Pred(_) | AssertKind::Untouched(_) => false,
        }
    }

    /// Whether an expression reads ghost state. What it binds itself is none.
    pub(super) fn reads_ghost(&self, e: &Expr) -> bool {
        let mut bound: BTreeSet<VarId> = self.claim.clone().unwrap_or_default();
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            if let ExprKind::Let(var, ..) = &e.kind {
                bound.insert(*var);
            }
            if let ExprKind::Quant(quant) = &e.kind {
                bound.extend(&quant.vars);
            }
            let ghost = match e.named() {
                Some(Named::Var(var)) => self.vars.get(var).is_ghost && !bound.contains(&var),
                Some(Named::Field(field)) => self.program.field(field).is_ghost,
                Some(Named::Pure(callee)) => self.program.pure_method(callee).is_ghost,
                None => false,
            };
            if ghost {
                return true;
            }
            todo.extend(e.children());
        }
        false
    }

    /// What cannot be evaluated at all.
    fn unevaluable(&mut self, span: Span, code: ErrorCode) {
        self.emit(Instruction::Begin(Purpose::Assert), span);
        self.unevaluable_part(span, code, None);
        self.emit(Instruction::End(Purpose::Assert), span);
    }
}

/// What a statement asserts or assumes, with the code of its failure. Invariants are no claims.
fn claim_of(stmt: &Stmt) -> Option<(&Assertion, ErrorCode)> {
    if let StmtKind::Assert(claim) | StmtKind::Prove(claim, _) | StmtKind::Choose(_, claim) =
        &stmt.kind
    {
        Some((claim, ErrorCode::Assert))
    } else if let StmtKind::Assume(claim) = &stmt.kind {
        Some((claim, ErrorCode::Assume))
    } else if let StmtKind::Join(claim) = &stmt.kind {
        Some((claim, ErrorCode::Join))
    } else {
        None
    }
}

/// Whether an expression reads an earlier heap.
fn reads_past(e: &Expr) -> bool {
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        if matches!(e.kind, ExprKind::Old(_) | ExprKind::OldAt(..)) {
            return true;
        }
        todo.extend(e.children());
    }
    false
}
