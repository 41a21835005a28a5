//! Termination of pure methods and lemmas: the paper's §3.6, and `decreases` measures.

use crate::engine::Engine;
use crate::error_context::{ErrorContext, Failure};
use crate::state::chunk::Chunk;
use crate::state::symbolic_state::{Frame, State};
use num_rational::Ratio;
use num_traits::CheckedAdd;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::{Expr, MemberId};
use veriframe_logic::{Answer, Term};

impl<'p> Engine<'p> {
    /// §3.6: a call in a member's own text to a member that can call it again must
    /// descend, in one of three ways:
    /// * the callee's `decreases` measures are smaller;
    /// * the callee's heap has a smaller derivation: predicates were opened, or some
    ///   chunk is not consumed;
    /// * the derivation is no larger, and the callee is declared earlier.
    ///
    /// Departure: the size of a derivation is a fraction
    /// ([`crate::state::heap::Heap::shrinkage`]), because counting chunks, as
    /// in the paper, is not well-founded with fractional permissions. A chunk counts as
    /// not consumed only if it is left whole. Amounts count only if they are literals.
    /// Closed predicates are subtracted from opened ones. Otherwise halving fractions,
    /// or opening and closing in turn, would never end.
    ///
    /// Calls in the text of others (the body of an opened or closed predicate, an
    /// unrolled body) are not errors of this member. But facts about a method of the
    /// cycle can be used there only if the call descends; otherwise a method could be
    /// proved from itself. Returns whether the call descends.
    ///
    /// What an earlier call gave back has a derivation of unknown size. It counts neither as opened
    /// nor as not consumed, and a call that consumes some of it does not descend: so the second of
    /// two calls may descend into what the first one left alone.
    pub(crate) fn check_termination(
        &mut self,
        before: &State,
        after: &State,
        callee: MemberId,
        span: Span,
        frame: &Frame,
    ) -> bool {
        let Some(termination) = before.modes.termination.clone() else {
            return true;
        };

        if !termination.cycle.contains(&callee) {
            return true;
        }
        let answer = if termination.by_measure {
            self.measures_descend(before, callee, frame, &termination.measures)
        } else {
            self.derivation_shrinks(before, after, termination.member, callee)
        };
        if answer != Answer::Yes && before.frame.level == 0 {
            let failure =
                self.termination_failure(before, callee, span, termination.by_measure, answer);
            self.fail(before, ErrorContext::Code, failure);
        }
        answer == Answer::Yes
    }

    fn derivation_shrinks(
        &mut self,
        before: &State,
        after: &State,
        caller: MemberId,
        callee: MemberId,
    ) -> Answer {
        let zero = Ratio::from_integer(0);
        let Some(mut shrunk) = after.heap.shrinkage() else {
            return Answer::No;
        };
        if !before.heap.lost_only_of_entry(&after.heap) {
            return Answer::No;
        }
        for chunk in before.heap.chunks() {
            if let (true, true, Some(amount)) = (
                chunk.of_entry,
                after.heap.holds(&chunk),
                self.literal(chunk.amount),
            ) && self.has_locations(before, &chunk)
            {
                shrunk = shrunk.checked_add(&amount).unwrap_or(shrunk);
            }
        }
        // A dispatched callee counts as declared where its last override is declared.
        let place = |member: MemberId| self.ctx.program.member_span(member);
        let overriding = self.ctx.program.family(callee).into_iter();
        let earlier = overriding.map(place).max() < Some(place(caller));
        if shrunk > zero || (shrunk == zero && earlier) {
            Answer::Yes
        } else {
            Answer::No
        }
    }

    /// Whether a chunk's place is known to be not empty.
    fn has_locations(&mut self, s: &State, chunk: &Chunk) -> bool {
        let empty = chunk.place.empty(&mut self.session.terms);
        let has_locations = self.session.terms.not(empty);
        self.session.terms.is_bool(has_locations, true)
            || self.entails(s, has_locations) == Answer::Yes
    }

    pub(crate) fn termination_failure(
        &self,
        s: &State,
        callee: MemberId,
        span: Span,
        by_measure: bool,
        answer: Answer,
    ) -> Failure {
        let kind = FailureKind::CallNotTerminating {
            callee: self.ctx.program.member_name(callee),
            measured: by_measure,
        };
        if answer == Answer::Unknown {
            return self.unknown_failure(s, span, Some(kind));
        }
        Failure::new(span, kind)
    }

    /// The `decreases` measures of a member.
    pub fn measures_of(&self, member: MemberId) -> &'p [Expr] {
        let program = self.ctx.program;
        match member {
            MemberId::Pure(p) => &program.pure_method(p).decreases,
            MemberId::Method(m) => &program.method(m).decreases,
            MemberId::Pred(_) => &[],
        }
    }

    /// Whether the callee's measures are lexicographically smaller than the caller's, and
    /// the smaller component is bounded below by zero in the caller.
    fn measures_descend(
        &mut self,
        s: &State,
        callee: MemberId,
        frame: &Frame,
        own: &[Term],
    ) -> Answer {
        let measures = self.measures_of(callee);
        // A measure that depends on a measure of the same cycle proves nothing.
        if measures.len() != own.len() || s.modes.in_measure {
            return Answer::No;
        }
        let start = s.clone().with_frame(frame.clone());
        let start = start.in_modes(|modes| modes.in_measure = true);
        let mut values = Vec::new();
        let result = self.attempt(|this, leaves: &mut Vec<(State, Vec<Term>)>| {
            this.eval_all(
                start,
                measures,
                Vec::new(),
                ErrorContext::Code,
                &mut |_, s, values| leaves.push((s, values)),
            );
        });
        let Ok(leaves) = result else {
            return Answer::No;
        };
        for (state, theirs) in leaves {
            let goal = self.lexicographically_less(&theirs, own);
            values.push(self.entails(&state, goal));
        }
        if values.contains(&Answer::Unknown) {
            Answer::Unknown
        } else if values.iter().all(|a| *a == Answer::Yes) && !values.is_empty() {
            Answer::Yes
        } else {
            Answer::No
        }
    }

    pub(crate) fn lexicographically_less(&mut self, theirs: &[Term], own: &[Term]) -> Term {
        let zero = self.session.terms.int(0);
        let mut cases = Vec::new();
        let mut equal_so_far = self.session.terms.truth();
        for (&theirs, &own) in theirs.iter().zip(own) {
            let less = self.session.terms.lt(theirs, own);
            let bounded = self.session.terms.le(zero, own);
            cases.push(self.session.terms.and([equal_so_far, less, bounded]));
            let equal = self.session.terms.eq(theirs, own);
            equal_so_far = self.session.terms.and([equal_so_far, equal]);
        }
        self.session.terms.or(cases)
    }
}
