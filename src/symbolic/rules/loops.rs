//! Loops. The paper has none; the rule is that of a call: the invariant is
//! consumed on entry, an arbitrary iteration starts from what the invariant
//! alone gives and must give it back, and what the invariant did not take, the
//! frame, is there again after the loop. Of a location that is held in both, in
//! part, the iteration knows the frame's value.

use crate::diagnostics::Code;
use crate::ir::{Loop, walk};
use crate::logic::{FactKind, Term};
use crate::source::Span;
use crate::symbolic::engine::Engine;
use crate::symbolic::error_context::{Asserted, ErrorContext, Failure};
use crate::symbolic::events::{self, EventKind};
use crate::symbolic::explanation::failures::Claim;
use crate::symbolic::judgements::Purpose;
use crate::symbolic::judgements::{Flow, FlowK, Judgements};
use crate::symbolic::state::chunk::Chunk;
use crate::symbolic::state::heap::Heap;
use crate::symbolic::state::history::{FramedOut, Loss, Scope};
use crate::symbolic::state::symbolic_state::State;
use std::rc::Rc;

/// What is remembered of an iteration's start.
#[derive(Clone, Copy)]
struct Start<'m> {
    /// The values of the loop's measures.
    measures: &'m [Term],
    /// The joins that the path had gone through.
    joins: u32,
}

impl<'p> Engine<'p> {
    /// `while` and `for`. A `break`, a `return` in the body, and the condition's
    /// being false each lead out of the loop, where the frame is added again.
    pub(in crate::symbolic) fn exec_loop(&mut self, s: State, l: &'p Loop, k: FlowK<'_, 'p>) {
        let asserted = Asserted::at_conjunct(Code::InvariantEntry, l.invariant.span);
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(l.header, "by the loop's invariant"),
        };
        self.consume(
            s,
            &l.invariant,
            purpose,
            ErrorContext::Asserted(asserted),
            &mut |this, frame, _| this.exec_iteration(frame, l, k),
        );
    }

    /// An arbitrary iteration, for what is left of the heap on entry.
    fn exec_iteration(&mut self, frame: State, l: &'p Loop, k: FlowK<'_, 'p>) {
        let mut s = frame.clone();
        self.forget_assigned(&mut s, l);
        s.heap = Heap::default();
        s.heap.forget_shrinkage();
        let framed_out = FramedOut {
            scope: Scope::Loop {
                has_invariant: l.has_invariant(),
            },
            at: l.header,
            heap: frame.heap.clone(),
            frame: frame.frame.clone(),
        };
        s.losses
            .push_front_mut(Loss::FramedOut(Rc::new(framed_out)));
        let origin = Engine::event(l.invariant.span, "given by the loop's invariant");
        let source = self.fresh_source(origin);
        let iteration = events::Scope::Iteration(l.header);
        // A join in the body is reached anew by each path that enters the loop.
        let scope = self.session.serial();
        s = s.in_modes(|modes| modes.join.scope = scope);
        let mut out = |this: &mut Engine<'p>, mut s: State, flow: Flow| {
            for chunk in frame.heap.chunks() {
                if !this.add_chunk(&mut s, (*chunk).clone()) {
                    return;
                }
            }
            s.heap.forget_shrinkage();
            s.modes = frame.modes.clone();
            this.note(&s, EventKind::ScopeClosed(iteration));
            k(this, s, flow);
        };
        self.note(&s, EventKind::ScopeOpened(iteration));
        self.produce(
            s,
            &l.invariant,
            source,
            ErrorContext::Contract,
            &mut |this, mut s| {
                this.assume_framed_values(&mut s, &frame.heap);
                if this.known_contradiction(&s) {
                    return;
                }
                this.step(&mut s, l.header, "an arbitrary iteration".to_owned(), false);
                this.eval_all(
                    s,
                    &l.decreases,
                    Vec::new(),
                    ErrorContext::Code,
                    &mut |this, s, measures| {
                        this.exec_all(s, &l.before, &mut |this, s, flow| match flow {
                            Flow::Next | Flow::Continue => {
                                let start = Start {
                                    measures: &measures,
                                    joins: s.joins,
                                };
                                this.exec_condition(s, l, start, &mut out);
                            }
                            Flow::Break => out(this, s, Flow::Next),
                            Flow::Return => out(this, s, Flow::Return),
                        });
                    },
                );
            },
        );
    }

    /// Assumes that locations of which both the invariant and the frame hold a
    /// part have the values that the frame knows: as long as the frame's part is
    /// held, nothing writes to them.
    fn assume_framed_values(&mut self, s: &mut State, frame: &Heap) {
        let one = self.session.terms.write();
        for chunk in s.heap.chunks() {
            if !chunk.resource().has_locations() || chunk.amount == one {
                continue;
            }
            for framed in self.of_equal_receivers(s, frame, &chunk.place) {
                if let Some(agree) = self.values_agree(s, &chunk, &framed) {
                    self.assume_new(s, agree, FactKind::Fact);
                }
            }
        }
    }

    /// That two chunks of equal receivers have the same values where one covers the
    /// other; `None` of slices of which neither is known to cover the other.
    fn values_agree(&mut self, s: &State, a: &Chunk, b: &Chunk) -> Option<Term> {
        if a.place.slice().is_none() {
            return Some(self.session.terms.eq(a.value, b.value));
        }
        for (outer, inner) in [(b, a), (a, b)] {
            let covers = outer.place.gives(&mut self.session.terms, &inner.place);
            if self.is_known(s, covers) {
                let inner_slice = inner.place.slice()?;
                let covered = self.restricted(s, outer, inner_slice.lo, inner_slice.hi);
                return Some(self.session.terms.eq(inner.value, covered));
            }
        }
        None
    }

    fn exec_condition(&mut self, s: State, l: &'p Loop, start: Start<'_>, out: FlowK<'_, 'p>) {
        self.eval(s, &l.condition, ErrorContext::Code, &mut |this, s, c| {
            this.branch(s, c, &mut |this, mut s, holds| {
                let what = if holds {
                    "the loop goes on"
                } else {
                    "the loop ends"
                };
                this.step(&mut s, l.condition.span, what.to_owned(), false);
                if !holds {
                    return out(this, s, Flow::Next);
                }
                this.exec_all(s, &l.body, &mut |this, s, flow| match flow {
                    Flow::Next | Flow::Continue => this.exec_all(s, &l.step, &mut |this, s, _| {
                        this.end_iteration(s, l, start);
                    }),
                    Flow::Break => out(this, s, Flow::Next),
                    Flow::Return => out(this, s, Flow::Return),
                });
            });
        });
    }

    /// The end of an iteration: the invariant holds again, and the measure,
    /// read in the heap that it holds of, went down.
    fn end_iteration(&mut self, s: State, l: &'p Loop, start: Start<'_>) {
        let end = s.last_step.unwrap_or(l.header);
        let asserted = Asserted {
            also: Some((end, "the iteration ends here")),
            ..Asserted::at_conjunct(Code::InvariantPreserved, l.invariant.span)
        };
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(l.header, "by the loop's invariant"),
        };
        let context = ErrorContext::Asserted(asserted);
        let before = s.clone();
        self.consume(s, &l.invariant, purpose, context, &mut |this, after, _| {
            let s = before.knowing(after);
            let measures = &l.decreases;
            this.eval_all(
                s,
                measures,
                Vec::new(),
                ErrorContext::Code,
                &mut |this, s, now| {
                    if this.check_measures(&s, &now, start, l.header) {
                        this.path_ends(&s);
                    }
                },
            );
        });
    }

    /// Whether the loop's measures went down; else the path ends.
    fn check_measures(&mut self, s: &State, now: &[Term], start: Start<'_>, header: Span) -> bool {
        if start.measures.is_empty() {
            return true;
        }
        let goal = if s.joins == start.joins {
            self.lexicographically_less(now, start.measures)
        } else {
            // The iteration may have started with another path's measures.
            self.session.terms.bool(false)
        };
        let unknown = Claim {
            span: header,
            text: "the loop's measure goes down",
        };
        self.demand(s, goal, ErrorContext::Code, unknown, |_| {
            let mut failure = Failure::new(
                Code::Termination,
                header,
                "this loop might not terminate: its `decreases` measure might not go down",
            );
            failure.notes.push(
                "each iteration must make the measure smaller, and it must not be negative before"
                    .to_owned(),
            );
            failure
        })
    }

    /// What an iteration may have assigned has some value.
    fn forget_assigned(&mut self, s: &mut State, l: &'p Loop) {
        for stmts in [&l.before, &l.body, &l.step] {
            for var in walk::assigned(stmts) {
                if s.frame.get(var).is_some() {
                    self.forget(s, var, l.header);
                }
            }
        }
    }
}
