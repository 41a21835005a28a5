//! `untouched(φ)`: the locations that `φ` demands, and their values, are those of the entry.

use crate::engine::{Engine, with_stack};
use crate::error_context::{ErrorContext, Failure};
use crate::judgements::{ConsumeK, Purpose, Remainder, ValueK};
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_ir::{AssertKind, Assertion, Expr, ExprKind, Location};
use veriframe_logic::{Answer, Term};

impl<'p> Engine<'p> {
    /// `untouched(φ)`: the snapshots of `φ` in both heaps are equal; nothing is removed.
    pub(super) fn consume_untouched(
        &mut self,
        remainder: Remainder,
        whole: &'p Assertion,
        inner: &'p Assertion,
        context: ErrorContext<'_>,
        k: ConsumeK<'_, 'p>,
    ) {
        let Remainder { state, heap } = remainder;

        self.snapshots_then_and_now(state, inner, context, &mut |this, state, equal| {
            let answer = this.entails(&state, equal);
            if answer == Answer::Yes {
                return k(
                    this,
                    Remainder {
                        state,
                        heap: heap.clone(),
                    },
                    None,
                );
            }
            let kind = FailureKind::Changed {
                assertion: this.assertion_text(inner),
            };
            let failure = if answer == Answer::Unknown {
                this.unknown_failure(&state, whole.span, Some(kind))
            } else {
                let mut failure = Failure::new(whole.span, kind);
                this.name_changing(&state, equal, &mut failure);
                failure
            };
            this.fail(&state, context, failure);
        });
    }

    /// Passes on whether `φ` demands the same locations now and on entry, with the same snapshot. `φ` is
    /// consumed in both heaps, and its conditions are evaluated in each.
    pub(crate) fn snapshots_then_and_now(
        &mut self,
        s: State,
        inner: &'p Assertion,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Term),
    ) {
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(inner.span, "compared"),
        };
        let now = s.clone();
        self.consume(
            s,
            inner,
            purpose.clone(),
            context,
            &mut |this, after, mine| {
                let then = State {
                    heap: after.old.clone(),
                    ..after
                };
                let purpose = purpose.clone();
                this.consume(then, inner, purpose, context, &mut |this, after, theirs| {
                    let unit = this.session.terms.unit();
                    let equal = this
                        .session
                        .terms
                        .eq(mine.unwrap_or(unit), theirs.unwrap_or(unit));
                    let state = now.with_knowledge_of(after);
                    this.same_locations(state, inner, context, &mut |this, state, same| {
                        let equal = this.session.terms.and([equal, same]);
                        k(this, state, equal);
                    });
                });
            },
        );
    }

    /// Passes on whether `φ` demands the same locations now and on entry, where it can be consumed in both
    /// heaps. Figures 6 and 7 compare snapshots alone, which are equal for other locations with the same
    /// values, too.
    fn same_locations(
        &mut self,
        s: State,
        a: &'p Assertion,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        with_stack(|| match &a.kind {
            AssertKind::Pure(_) | AssertKind::Untouched(_) => {
                let same = self.session.terms.bool(true);
                k(self, s, same);
            }
            AssertKind::Acc(location, _) => {
                let exprs = location_exprs(location);
                self.same_values(s, exprs, context, k);
            }
            AssertKind::Pred(instance) => {
                let exprs = instance.receiver.iter().chain(&instance.args);
                let exprs = exprs.filter(|e| reads_heap(e)).collect();
                self.same_values(s, exprs, context, k);
            }
            AssertKind::Star(parts) => self.same_in_all(s, parts, context, k),
            AssertKind::Cond(condition, then, other) => {
                let exprs = Some(condition).filter(|e| reads_heap(e));
                let exprs = exprs.into_iter().collect();
                self.same_values(s, exprs, context, &mut |this, s, same| {
                    this.branch(s, same, &mut |this, s, is_same| {
                        if !is_same {
                            let same = this.session.terms.bool(false);
                            return k(this, s, same);
                        }
                        this.eval_inside(s, condition, context, &mut |this, s, holds| {
                            this.branch(s, holds, &mut |this, s, holds| {
                                let part = if holds { then } else { other };
                                this.same_locations(s, part, context, k);
                            });
                        });
                    });
                });
            }
            AssertKind::Let(var, bound, inner) => {
                self.same_values(s, vec![bound], context, &mut |this, s, same| {
                    this.eval_inside(s, bound, context, &mut |this, mut s, value| {
                        s.frame.set(*var, value);
                        this.same_locations(s, inner, context, &mut |this, s, inner| {
                            let same = this.session.terms.and([same, inner]);
                            k(this, s, same);
                        });
                    });
                });
            }
        });
    }

    fn same_in_all(
        &mut self,
        s: State,
        parts: &'p [Assertion],
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Some((first, rest)) = parts.split_first() else {
            let same = self.session.terms.bool(true);
            return k(self, s, same);
        };
        self.same_locations(s, first, context, &mut |this, s, same| {
            this.same_in_all(s, rest, context, &mut |this, s, others| {
                let same = this.session.terms.and([same, others]);
                k(this, s, same);
            });
        });
    }

    /// Passes on whether expressions have the same values now and on entry.
    fn same_values(
        &mut self,
        s: State,
        mut exprs: Vec<&'p Expr>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Some(e) = exprs.pop() else {
            let same = self.session.terms.bool(true);
            return k(self, s, same);
        };
        self.eval_inside(s, e, context, &mut |this, now, mine| {
            let then = State {
                heap: now.old.clone(),
                ..now.clone()
            };
            let exprs = exprs.clone();
            this.eval_inside(then, e, context, &mut |this, then, theirs| {
                let same = this.session.terms.eq(mine, theirs);
                let now = now.with_knowledge_of(then);
                this.same_values(now, exprs.clone(), context, &mut |this, now, others| {
                    let same = this.session.terms.and([same, others]);
                    k(this, now, same);
                });
            });
        });
    }
}

/// The expressions that decide which location is meant, as far as they read the heap.
fn location_exprs(location: &Location) -> Vec<&Expr> {
    let exprs = match location {
        Location::Static(_) => Vec::new(),
        Location::Field(receiver, _) => vec![receiver],
        Location::Elems(array) => vec![array],
        Location::Slice(array, low, high) => {
            let bounds = [low, high].into_iter().flatten();
            [array].into_iter().chain(bounds.map(|e| &**e)).collect()
        }
    };
    exprs.into_iter().filter(|e| reads_heap(e)).collect()
}

/// Whether the value of an expression may depend on the heap.
fn reads_heap(e: &Expr) -> bool {
    let is_plain = matches!(
        e.kind,
        ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Unique(_)
    );
    !is_plain || e.children().into_iter().any(reads_heap)
}
