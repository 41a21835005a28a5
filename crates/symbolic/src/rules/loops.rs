//! Loops. The paper has none; the rule is that of a call. The invariant is consumed on
//! entry. An arbitrary iteration starts from the heap of the invariant alone and must
//! re-establish the invariant. The chunks that the invariant does not consume, the frame,
//! are added again after the loop. For a location held in part by both the invariant and
//! the frame, the iteration assumes the frame's value.

use crate::engine::Engine;
use crate::error_context::{AlsoShown, Asserted, ErrorContext};
use crate::events::{self, EventKind};
use crate::explanation::failures::Claim;
use crate::explanation::forgotten::BeforeHavoc;
use crate::judgements::{Flow, FlowK, Judgements, Purpose};
use crate::state::chunk::Chunk;
use crate::state::heap::Heap;
use crate::state::history::{FramedOut, Loss, Scope, Summary};
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_base::diagnostics::Code;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::{Loop, MemberId, VarId, walk};
use veriframe_logic::{FactKind, Term};

/// The state recorded at the start of an iteration.
#[derive(Clone, Copy)]
struct Start<'m> {
    /// The values of the loop's measures.
    measures: &'m [Term],
    /// The number of joins on the path.
    joins: u32,
}

impl<'p> Engine<'p> {
    /// `while` and `for`. `break`, `return` and a false condition each lead out of the
    /// loop, where the frame is added again.
    pub(crate) fn exec_loop(&mut self, s: State, l: &'p Loop, k: FlowK<'_, 'p>) {
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

    /// Executes an arbitrary iteration. `frame` has the heap that remains on entry.
    fn exec_iteration(&mut self, frame: State, l: &'p Loop, k: FlowK<'_, 'p>) {
        let mut s = frame.clone();
        let symbols = self.session.terms.symbol_count();
        self.forget_assigned(&mut s, l);
        let path = s.path.clone();
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
        // Each path that enters the loop reaches the joins in its body anew.
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
                let before = BeforeHavoc {
                    symbols,
                    path: path.clone(),
                };
                this.record_havoc(&mut s, Summary::Loop, l.header, before, None);
                if this.known_contradiction(&s) {
                    return;
                }
                this.step(&mut s, l.header, |_| "an arbitrary iteration".to_owned());
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
                            Flow::Return | Flow::Exit(_) => out(this, s, flow),
                        });
                    },
                );
            },
        );
    }

    /// Assumes the frame's values for locations held in part by both the invariant and
    /// the frame: nothing writes to them while the frame holds its part.
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

    /// The equality of the values of two chunks at the place that both include; `None` if
    /// neither place is known to include the other.
    fn values_agree(&mut self, s: &State, a: &Chunk, b: &Chunk) -> Option<Term> {
        for (outer, inner) in [(b, a), (a, b)] {
            let covers = outer.place.includes(&mut self.session.terms, &inner.place);
            if self.is_known(s, covers) {
                let covered = self.value_within(s, outer, &inner.place);
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
                this.step(&mut s, l.condition.span, |_| what.to_owned());
                if !holds {
                    return out(this, s, Flow::Next);
                }
                this.exec_all(s, &l.body, &mut |this, s, flow| match flow {
                    Flow::Next | Flow::Continue => this.exec_all(s, &l.step, &mut |this, s, _| {
                        this.end_iteration(s, l, start);
                    }),
                    Flow::Break => out(this, s, Flow::Next),
                    Flow::Return | Flow::Exit(_) => out(this, s, flow),
                });
            });
        });
    }

    /// The end of an iteration: the invariant holds again, and the measures have
    /// decreased. They are evaluated in the heap before the invariant is consumed.
    fn end_iteration(&mut self, s: State, l: &'p Loop, start: Start<'_>) {
        let end = s.progress.last_step.unwrap_or(l.header);
        let asserted = Asserted {
            also: Some((end, AlsoShown::IterationEnds)),
            ..Asserted::at_conjunct(Code::InvariantPreserved, l.invariant.span)
        };
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(l.header, "by the loop's invariant"),
        };
        let context = ErrorContext::Asserted(asserted);
        let before = s.clone();
        self.consume(s, &l.invariant, purpose, context, &mut |this, after, _| {
            let s = before.with_knowledge_of(after);
            let measures = &l.decreases;
            this.eval_all(
                s,
                measures,
                Vec::new(),
                ErrorContext::Code,
                &mut |this, mut s, now| {
                    if this.check_measures(&mut s, &now, start, l.header) {
                        this.path_ends(&s);
                    }
                },
            );
        });
    }

    /// Checks that the loop's measures decreased. Returns whether the path goes on.
    fn check_measures(
        &mut self,
        s: &mut State,
        now: &[Term],
        start: Start<'_>,
        header: Span,
    ) -> bool {
        if start.measures.is_empty() {
            return true;
        }
        let goal = if s.joins == start.joins {
            self.lexicographically_less(now, start.measures)
        } else {
            // After a join, `start` may belong to another path.
            self.session.terms.bool(false)
        };
        let kind = |_: &mut Engine<'p>, _: &State| FailureKind::LoopNotTerminating;
        self.demand(
            s,
            goal,
            Claim::new(ErrorContext::Code, header),
            kind,
            |_, _, _| {},
        )
        .goes_on()
    }

    /// Havocs the variables that an iteration can assign.
    fn forget_assigned(&mut self, s: &mut State, l: &'p Loop) {
        for &var in &*self.assigned_in(s.frame.member, l) {
            if s.frame.get(var).is_some() {
                self.havoc(s, var, l.header);
            }
        }
    }

    /// The variables that an iteration can assign and that have a value before it.
    fn assigned_in(&mut self, member: MemberId, l: &'p Loop) -> Rc<[VarId]> {
        let at = std::ptr::from_ref::<Loop>(l).addr();
        if let MemberId::Method(method) = member
            && !self.session.assigned.contains_key(&at)
        {
            let method = self.ctx.program.method(method);
            let found = walk::assigned_in_loops(&method.vars, &method.body);
            self.session.assigned.extend(found);
        }
        let known = self.session.assigned.get(&at).cloned();
        known.unwrap_or_else(|| {
            let stmts = [&l.before, &l.body, &l.step];
            stmts
                .into_iter()
                .flat_map(|stmts| walk::assigned(stmts))
                .collect()
        })
    }
}
