//! Reads and writes of array elements.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::explanation::failures::{Claim, Demanded};
use crate::judgements::{Remainder, ValueK};
use crate::permissions::inference::Aim;
use crate::permissions::lookup::{DemandedAmount, LookupEffort, RemovalResult};
use crate::state::chunk::slice::Slice;
use crate::state::chunk::{Chunk, Place};
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::Expr;
use veriframe_logic::terms::term::{Coll, Node};
use veriframe_logic::{Answer, Term};

/// The values found for a slice, one for each state after opening predicates.
type SliceValues = Vec<(State, Option<Term>)>;

/// Whether a value was found in every state.
fn is_complete(found: &Option<SliceValues>) -> bool {
    let leaves = found.iter().flatten();
    found.is_some() && leaves.into_iter().all(|(_, value)| value.is_some())
}

impl<'p> Engine<'p> {
    /// `a[i] := v`, which requires full permission to the element: the resulting states.
    /// `None` if permission is missing even after opening predicates.
    pub(crate) fn write_element(
        &mut self,
        s: &State,
        element: &Slice,
        value: Term,
        span: Span,
    ) -> Option<Vec<State>> {
        self.staged_lookup(Option::is_some, |this| {
            this.write_target(s, element, value, span)
        })
    }

    fn write_target(
        &mut self,
        s: &State,
        element: &Slice,
        value: Term,
        span: Span,
    ) -> Option<Vec<State>> {
        if let Some(done) = self.store_element(s, element, value) {
            return Some(done);
        }
        let rest = Remainder {
            heap: s.heap.clone(),
            state: s.clone(),
        };
        let whole = DemandedAmount::Exactly(self.session.terms.write());
        let target = element.place();
        let leaves = self.open_in_remainder(&rest, &target, whole, LookupEffort::Queries, span)?;
        let mut all = Vec::new();
        for leaf in leaves {
            let opened = State {
                heap: leaf.heap,
                ..leaf.state
            };
            all.extend(self.store_element(&opened, element, value)?);
        }
        Some(all)
    }

    /// Stores into the chunk whose slice contains the element, or into a new chunk for
    /// the element if fractions add up to full permission.
    fn store_element(&mut self, s: &State, element: &Slice, value: Term) -> Option<Vec<State>> {
        let (target, index) = (element.place(), element.lo());
        let one = self.session.terms.write();
        if let Some(chunk) = self.find(s, &s.heap, &target) {
            let whole = self.session.terms.eq(chunk.amount, one);
            if self.session.terms.is_bool(whole, true) || self.entails(s, whole) == Answer::Yes {
                let mut s = s.clone();
                let value = self.session.terms.store(chunk.value, index, value);
                s.heap.insert(Chunk {
                    value,
                    ..(*chunk).clone()
                });
                return Some(vec![s]);
            }
        }
        let RemovalResult::Done(removals) =
            self.remove_permission(s, &s.heap, &target, DemandedAmount::Exactly(one))
        else {
            return None;
        };
        let mut all = Vec::new();
        for removal in removals {
            let mut s = removal.state;
            s.heap = removal.heap;
            let value = self.session.terms.store(removal.chunk.value, index, value);
            s.heap.insert(Chunk {
                value,
                serial: self.session.serial(),
                ..(*removal.chunk).clone()
            });
            all.push(s);
        }
        Some(all)
    }

    /// Reports an element that cannot be written. Returns the states to try it in again, in which
    /// the index is assumed to be within bounds.
    pub(crate) fn cannot_write_element(
        &mut self,
        s: &State,
        array_expr: &'p Expr,
        element: &Slice,
        index_expr: &'p Expr,
        span: Span,
    ) -> Vec<State> {
        let target = element.place();
        let Some(states) = self.with_some_element(s, &target, span) else {
            self.cannot_write(s, span, &target, Some(array_expr));
            return Vec::new();
        };
        let mut within = Vec::new();
        for mut s in states {
            let (array, index) = (element.array, element.lo());
            match self.check_index(&mut s, array, index, index_expr, ErrorContext::Code) {
                Demanded::Proved => self.cannot_write(&s, span, &target, Some(array_expr)),
                Demanded::Assumed => within.push(s),
                Demanded::Refuted | Demanded::Ended => {}
            }
        }
        within
    }

    /// `a[i]`: requires permission to the element, which implies that `i` is within
    /// bounds.
    pub(crate) fn read_element(
        &mut self,
        s: State,
        e: &'p Expr,
        element: &Slice,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let (target, index) = (element.place(), element.lo());
        let found = self.staged_lookup(is_complete, |this| {
            if let Some(value) = this.element_by_cases(&s, &target, index) {
                return Some(vec![(s.clone(), Some(value))]);
            }
            let mut leaves = this.contents_for(&s, &target, e.span)?;
            for (s, value) in &mut leaves {
                *value = value.map(|contents| this.read_in(s, contents, index));
            }
            Some(leaves)
        });
        let mut known = |this: &mut Engine<'p>, mut s: State, value: Term| {
            this.assume_type_facts(&mut s, &e.ty, value);
            k(this, s, value);
        };
        let found = found.unwrap_or_else(|| vec![(s, None)]);
        self.continue_with(found, e, element, context, &mut known);
    }

    /// The value of an element known to lie in one of several slices: a conditional
    /// expression over the slices.
    fn element_by_cases(&mut self, s: &State, target: &Place, index: Term) -> Option<Term> {
        if s.modes.names_only || self.find(s, &s.heap, target).is_some() {
            return None;
        }
        let mut cases = Vec::new();
        for chunk in self.of_array(s, &s.heap, target) {
            if self.readable(s, &chunk) {
                let inside = chunk.place.includes(&mut self.session.terms, target);
                let value = self.select_in(s, chunk.value, index);
                cases.push((inside, value));
            }
        }
        let (_, last) = *cases.last().filter(|_| cases.len() > 1)?;
        let somewhere = self
            .session
            .terms
            .or(cases.iter().map(|(inside, _)| *inside));
        if self.entails_in_stage(s, somewhere) != Answer::Yes {
            return None;
        }
        let others = cases.iter().rev().skip(1);
        Some(others.fold(last, |rest, (inside, value)| {
            self.session.terms.ite(*inside, *value, rest)
        }))
    }

    /// Reads `a[lo..hi]` as a sequence.
    pub(crate) fn read_elements(
        &mut self,
        s: State,
        e: &'p Expr,
        slice: &Slice,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let mut s = s;
        let (target, (lo, hi)) = (slice.place(), slice.bounds());
        let proper = self.proper_bounds(&mut s, &target);
        if !s.modes.names_only && !self.check_bounds(&mut s, proper, e, context) {
            return;
        }
        // Reading an empty slice requires no permission.
        let empty = self.session.terms.le(hi, lo);
        if self.is_known(&s, empty) {
            if let veriframe_ir::ExprKind::Elements(array, ..) = &e.kind
                && !self.check_not_null(&mut s, slice.array, array, context)
            {
                return;
            }
            let none = self.session.terms.seq_empty(slice.elem);
            return k(self, s, none);
        }
        let found = self.staged_lookup(is_complete, |this| this.contents_for(&s, &target, e.span));
        let mut known = |this: &mut Engine<'p>, s: State, contents: Term| {
            let inner = this.without_outer(&s, contents, lo, hi);
            let value = this.session.terms.seq_of(inner, lo, hi);
            k(this, s, value);
        };
        let found = found.unwrap_or_else(|| vec![(s, None)]);
        self.continue_with(found, e, slice, context, &mut known);
    }

    /// Checks that a slice's bounds are in order and within the array. Returns whether the path
    /// goes on.
    pub(crate) fn check_bounds(
        &mut self,
        s: &mut State,
        proper: Term,
        e: &Expr,
        context: ErrorContext<'_>,
    ) -> bool {
        let kind = |_: &mut Engine<'p>, _: &State| FailureKind::BoundsOutOfOrder;
        self.demand(
            s,
            proper,
            Claim::new(context, e.span),
            kind,
            |this, s, failure| {
                failure.notes.extend(this.goal_note(s, proper));
            },
        )
        .goes_on()
    }

    /// The element at an index, recorded as a term of the source. In a trigger, an
    /// element that simplifies to another term is kept as a term of its own.
    fn read_in(&mut self, s: &mut State, contents: Term, index: Term) -> Term {
        let value = self.select_in(s, contents, index);
        let is_simplified = !matches!(self.session.terms.node(value), Node::Select(..));
        if !s.modes.names_only {
            self.record_read(s, [contents, index], value);
        } else if is_simplified {
            return self.read_term([contents, index], value);
        }
        value
    }

    /// The element at an index, selected from the innermost contents known to contain it.
    fn select_in(&mut self, s: &State, contents: Term, index: Term) -> Term {
        let one = self.session.terms.int(1);
        let next = self.session.terms.add(index, one);
        let mut contents = contents;
        loop {
            if let Some(value) = self.session.terms.stored(contents, index) {
                return value;
            }
            let inner = self.without_outer(s, contents, index, next);
            let (of, lo, hi) = match self.session.terms.node(inner) {
                Node::Coll(Coll::Restrict, parts) if let &[of, lo, hi] = &**parts => (of, lo, hi),
                _ => return self.session.terms.select(inner, index),
            };
            let parts = [
                self.session.terms.le(lo, index),
                self.session.terms.lt(index, hi),
            ];
            let inside = self.session.terms.and(parts);
            if !self.is_known(s, inside) {
                return self.session.terms.select(inner, index);
            }
            contents = of;
        }
    }

    /// The contents to read a slice from: those of chunks in the heap, else those of
    /// chunks provided by opening a predicate (§4.1, third rule).
    fn contents_for(&mut self, s: &State, target: &Place, span: Span) -> Option<SliceValues> {
        if let Some(contents) = self.contents_of(s, target) {
            return Some(vec![(s.clone(), Some(contents))]);
        }
        let mut found = Vec::new();
        for leaf in self.open_for(s, target, Aim::Read, span, LookupEffort::Queries)? {
            let contents = self.contents_of(&leaf, target);
            found.push((leaf, contents));
        }
        Some(found)
    }

    /// Continues with the values found for a slice. A state without a value is an error.
    fn continue_with(
        &mut self,
        found: SliceValues,
        e: &'p Expr,
        slice: &Slice,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        for (s, value) in found {
            match value {
                Some(value) => k(self, s, value),
                None => self.no_element(s, e, slice, context, k),
            }
        }
    }

    /// The contents of the chunks that cover a slice, if all are readable.
    fn contents_of(&mut self, s: &State, target: &Place) -> Option<Term> {
        if s.modes.names_only {
            let chunk = self.of_array(s, &s.heap, target).into_iter().next()?;
            return Some(chunk.value);
        }
        let pieces = self.cover(s, &s.heap, target)?;
        for piece in &pieces {
            if !self.readable(s, &piece.chunk) {
                return None;
            }
        }
        match pieces.as_slice() {
            [piece] => Some(piece.chunk.value),
            pieces => self.joined_contents(s, pieces),
        }
    }

    /// Reports an element that cannot be read: the index, if other elements of the array
    /// are held, perhaps in a predicate; otherwise the permission.
    /// An index that is not within bounds is assumed to be.
    fn no_element(
        &mut self,
        s: State,
        e: &'p Expr,
        slice: &Slice,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let target = slice.place();
        match self.with_some_element(&s, &target, e.span) {
            Some(states) => {
                for mut s in states {
                    match self.check_element(&mut s, e, slice, context) {
                        Demanded::Proved => self.no_access(&s, e, &target, context),
                        Demanded::Assumed => self.read_element(s, e, slice, context, k),
                        Demanded::Refuted | Demanded::Ended => {}
                    }
                }
            }
            None => self.no_access(&s, e, &target, context),
        }
    }

    /// States in which some slice of the target's array is held, after opening predicates
    /// if necessary; `None` if there are none.
    fn with_some_element(&mut self, s: &State, target: &Place, span: Span) -> Option<Vec<State>> {
        if !self.of_array(s, &s.heap, target).is_empty() {
            return Some(vec![s.clone()]);
        }
        self.open_for(s, target, Aim::ReadSomeSlice, span, LookupEffort::Queries)
    }

    /// Checks that an element's index is within bounds.
    fn check_element(
        &mut self,
        s: &mut State,
        e: &'p Expr,
        slice: &Slice,
        context: ErrorContext<'_>,
    ) -> Demanded {
        if let veriframe_ir::ExprKind::Index(_, index) = &e.kind {
            return self.check_index(s, slice.array, slice.lo(), index, context);
        }
        Demanded::Proved
    }
}
