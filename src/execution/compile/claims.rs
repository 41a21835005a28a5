//! What code asserts, where contracts are off: conditions on the program's own state are checked.
//! Permission, ghost state and earlier heaps are not there: parts of an assertion about these cannot
//! be evaluated, which the run tells.

use super::body::Builder;
use crate::diagnostics::Code as ErrorCode;
use crate::execution::code::{Instruction, Purpose};
use crate::ir::{AssertKind, Assertion, Expr, ExprKind, Stmt, StmtKind, VarId, walk};
use std::collections::BTreeSet;

impl Builder<'_> {
    /// The assertions in a ghost statement.
    pub(super) fn claims(&mut self, stmt: &Stmt) {
        if let StmtKind::Assert(assertion) = &stmt.kind {
            let outer = self.claim.replace(BTreeSet::new());
            self.asserted(assertion, Purpose::Assert, ErrorCode::Assert);
            self.claim = outer;
            return;
        }
        for inner in walk::statements(std::slice::from_ref(stmt)) {
            match &inner.kind {
                // Whether a ghost statement reaches it is not known, and what it assumes neither.
                StmtKind::Assert(a) => self.unevaluable(a, ErrorCode::Assert),
                StmtKind::Assume(a) => self.unevaluable(a, ErrorCode::Assume),
                _ => {}
            }
        }
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
            match &e.kind {
                ExprKind::Let(var, ..) => {
                    bound.insert(*var);
                }
                ExprKind::Quant(quant) => bound.extend(&quant.vars),
                _ => {}
            }
            let ghost = match &e.kind {
                ExprKind::Var(var) => self.vars.get(*var).is_ghost && !bound.contains(var),
                ExprKind::Field(_, field) | ExprKind::Static(field) => {
                    self.program.field(*field).is_ghost
                }
                ExprKind::Pure(call) => self.program.pure_method(call.callee).is_ghost,
                _ => false,
            };
            if ghost {
                return true;
            }
            todo.extend(e.children());
        }
        false
    }

    /// An assertion of which nothing can be evaluated.
    fn unevaluable(&mut self, assertion: &Assertion, code: ErrorCode) {
        let span = assertion.span;
        self.emit(Instruction::Begin(Purpose::Assert), span);
        self.unevaluable_part(span, code, None);
        self.emit(Instruction::End(Purpose::Assert), span);
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
