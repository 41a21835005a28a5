//! Ground calls of pure methods in a quantifier's body, which mention none of its
//! variables.
//!
//! They are evaluated before the quantifier and outside its scope, so that facts about
//! them are not guarded by conditions on the variables and recursive calls are unrolled
//! (in an unrolled body, with the predicate instance that they read). Inside another quantifier,
//! its variables are as good as any other.
//! A call whose precondition does not hold there is left to the evaluation of the body.
//!
//! Matches name all kinds of expressions: a new binder that were passed over would let a call with a
//! bound variable out of its scope.
#![warn(clippy::wildcard_enum_match_arm)]

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::judgements::Judgements;
use crate::state::heap::Heap;
use crate::state::modes::Modes;
use crate::state::symbolic_state::State;
use veriframe_ir::{Expr, ExprKind, LabelId, MemberId, Quant, VarId};

/// The heap in which a call is evaluated.
#[derive(Clone, Copy)]
enum HeapOf {
    Present,
    Entry,
    Label(LabelId),
}

/// The search for ground calls in a quantifier's body.
struct Search<'p> {
    /// The variables of the quantifier and of binders in its body.
    bound: Vec<VarId>,
    found: Vec<(HeapOf, &'p Expr)>,
}

impl<'p> Search<'p> {
    fn visit(&mut self, e: &'p Expr, heap: HeapOf) {
        if let ExprKind::Pure(_) = &e.kind
            && is_ground(e, &self.bound)
        {
            self.found.push((heap, e));
        } else if let ExprKind::Old(inner) = &e.kind {
            self.visit(inner, HeapOf::Entry);
        } else if let ExprKind::OldAt(label, inner) = &e.kind {
            self.visit(inner, HeapOf::Label(*label));
        } else if let ExprKind::Quant(inner) = &e.kind {
            self.bound.extend(&inner.vars);
            self.visit(&inner.body, heap);
        } else if let ExprKind::Let(var, bound, body) = &e.kind {
            self.visit(bound, heap);
            self.bound.push(*var);
            self.visit(body, heap);
        } else if !matches!(e.kind, ExprKind::Opening(..)) {
            // The body of `opening` is evaluated in yet another heap.
            for child in e.children() {
                self.visit(child, heap);
            }
        }
    }
}

/// Whether an expression has no binders and mentions none of these variables.
fn is_ground(e: &Expr, bound: &[VarId]) -> bool {
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        let binds = matches!(e.kind, ExprKind::Quant(_) | ExprKind::Let(..));
        if binds || bound.iter().any(|var| e.is_var(*var)) {
            return false;
        }
        todo.extend(e.children());
    }
    true
}

impl<'p> Engine<'p> {
    /// Adds the facts about the ground calls of a quantifier's body.
    pub(crate) fn eval_ground_calls(&mut self, s: State, q: &'p Quant) -> State {
        if s.modes.names_only {
            return s;
        }
        let mut search = Search {
            bound: q.vars.clone(),
            found: Vec::new(),
        };
        search.visit(&q.body, HeapOf::Present);
        search.found.into_iter().fold(s, |s, (heap, call)| {
            let heap = match heap {
                HeapOf::Present => Some(s.heap.clone()),
                HeapOf::Entry => Some(s.old.clone()),
                HeapOf::Label(label) => s.labels.get(&label).cloned(),
            };
            match heap {
                Some(heap) if !self.is_cut(call) => self.eval_ahead(s, heap, call),
                _ => s,
            }
        })
    }

    /// Whether evaluating an expression would use an ill-formed contract.
    fn is_cut(&self, e: &Expr) -> bool {
        let mut is_ill_formed = false;
        if let ExprKind::Pure(call) | ExprKind::Using(call, _) = &e.kind {
            let callee = MemberId::Pure(call.callee);
            is_ill_formed = self.ctx.ill_formed.contains(&callee);
        }
        is_ill_formed || e.children().into_iter().any(|child| self.is_cut(child))
    }

    /// Adds the facts learned by evaluating an expression, if it is well-defined.
    fn eval_ahead(&mut self, s: State, heap: Heap, e: &'p Expr) -> State {
        let start = State { heap, ..s.clone() }.in_modes(Modes::enter_ground_call);
        let leaves = self.collect_quietly(|this, done| {
            this.eval(start, e, ErrorContext::Code, done);
        });
        match leaves {
            Ok(leaves) => self.join_leaves(&s, leaves).map_or(s, |(known, _)| known),
            Err(_) => s,
        }
    }
}
