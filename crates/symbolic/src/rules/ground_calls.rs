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
        match &e.kind {
            ExprKind::Pure(_) if is_ground(e, &self.bound) => self.found.push((heap, e)),
            ExprKind::Old(inner) => self.visit(inner, HeapOf::Entry),
            ExprKind::OldAt(label, inner) => self.visit(inner, HeapOf::Label(*label)),
            // The body of `opening` is evaluated in yet another heap.
            ExprKind::Opening(..) => {}
            ExprKind::Quant(inner) => {
                self.bound.extend(&inner.vars);
                self.visit(&inner.body, heap);
            }
            ExprKind::Let(var, bound, body) => {
                self.visit(bound, heap);
                self.bound.push(*var);
                self.visit(body, heap);
            }
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Field(..)
            | ExprKind::Static(_)
            | ExprKind::Length(_)
            | ExprKind::Index(..)
            | ExprKind::Pure(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Cond(..)
            | ExprKind::Using(..)
            | ExprKind::Convert(..)
            | ExprKind::Collection(..)
            | ExprKind::Elements(..)
            | ExprKind::Unique(_)
            | ExprKind::InstanceOf(..)
            | ExprKind::Cast(..) => {
                for child in e.children() {
                    self.visit(child, heap);
                }
            }
        }
    }
}

/// Whether an expression has no binders and mentions none of these variables.
fn is_ground(e: &Expr, bound: &[VarId]) -> bool {
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        match &e.kind {
            ExprKind::Var(v) if bound.contains(v) => return false,
            ExprKind::Quant(_) | ExprKind::Let(..) => return false,
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Field(..)
            | ExprKind::Static(_)
            | ExprKind::Length(_)
            | ExprKind::Index(..)
            | ExprKind::Pure(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Cond(..)
            | ExprKind::Old(_)
            | ExprKind::Opening(..)
            | ExprKind::Using(..)
            | ExprKind::OldAt(..)
            | ExprKind::Convert(..)
            | ExprKind::Collection(..)
            | ExprKind::Elements(..)
            | ExprKind::Unique(_)
            | ExprKind::InstanceOf(..)
            | ExprKind::Cast(..) => todo.extend(e.children()),
        }
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
        let is_ill_formed = match &e.kind {
            ExprKind::Pure(call) | ExprKind::Using(call, _) => {
                self.ctx.ill_formed.contains(&MemberId::Pure(call.callee))
            }
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Field(..)
            | ExprKind::Static(_)
            | ExprKind::Length(_)
            | ExprKind::Index(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Cond(..)
            | ExprKind::Old(_)
            | ExprKind::Opening(..)
            | ExprKind::OldAt(..)
            | ExprKind::Let(..)
            | ExprKind::Quant(_)
            | ExprKind::Convert(..)
            | ExprKind::Collection(..)
            | ExprKind::Elements(..)
            | ExprKind::Unique(_)
            | ExprKind::InstanceOf(..)
            | ExprKind::Cast(..) => false,
        };
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
