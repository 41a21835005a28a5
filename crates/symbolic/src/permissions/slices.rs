//! Array elements: chunks of slices, which consumption splits and joins as needed.
//!
//! The chunk of a slice has the slice's bounds, with `0 <= lo <= hi <= length` on its
//! path, and the array's contents as its value. Contents are meaningful only within the
//! bounds and are the default elsewhere. Therefore two chunks of the same slice have
//! equal values exactly if their elements are equal, and a value can be a snapshot. An
//! empty slice carries no permission, so its amount is unconstrained.

use super::lookup::{DemandedAmount, LookupEffort, Removal, RemovalResult};
use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::judgements::Judgements;
use crate::permissions::distinct_places::MAX_PAIRS;
use crate::permissions::lookup::Held;
use crate::state::chunk::slice::Slice;
use crate::state::chunk::{Chunk, Place};
use crate::state::heap::Heap;
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_ir::sorts::contents_sort;
use veriframe_ir::{Expr, Type};
use veriframe_logic::terms::term::{Coll, Node};
use veriframe_logic::{Answer, FactKind, Sort, Term, Terms};

/// A part of a slice, and a chunk whose slice contains it.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub chunk: Rc<Chunk>,
    pub part: Slice,
}

impl Piece {
    /// The part from one bound to another of a chunk's slice; `None` for chunks of other
    /// places.
    fn of(terms: &mut Terms, chunk: Rc<Chunk>, lo: Term, hi: Term) -> Option<Piece> {
        let part = chunk.place.slice()?.with_bounds(terms, lo, hi);
        Some(Piece { chunk, part })
    }

    /// The chunk moved to the part.
    fn moved_chunk(&self, terms: &Terms) -> Chunk {
        self.chunk.moved(terms, self.part.place())
    }
}

/// The result of removing some pieces of a slice, on one path.
struct PartialRemoval {
    state: State,
    heap: Heap,
    amount: Term,
}

/// The bounds of a slice in the source. A missing bound is that of the array.
#[derive(Clone, Copy)]
pub(crate) struct SliceRange<'p> {
    /// The first index.
    pub lo: Option<&'p Expr>,
    /// The index after the last one.
    pub hi: Option<&'p Expr>,
}

impl<'p> Engine<'p> {
    /// The slice `[lo, hi)` of an array of this type.
    pub(crate) fn slice(&mut self, ty: &Type, array: Term, lo: Term, hi: Term) -> Option<Slice> {
        let elem = contents_sort(ty)?;
        Some(Slice::new(&mut self.session.terms, elem, array, lo, hi))
    }

    /// All elements of an array.
    pub(crate) fn all_elements(&mut self, s: &mut State, ty: &Type, array: Term) -> Option<Slice> {
        let (zero, length) = (self.session.terms.int(0), self.length_value(s, array));
        self.slice(ty, array, zero, length)
    }

    /// One element of an array.
    pub(crate) fn element(&mut self, ty: &Type, array: Term, index: Term) -> Option<Slice> {
        let one = self.session.terms.int(1);
        let next = self.session.terms.add(index, one);
        self.slice(ty, array, index, next)
    }

    /// The condition that a slice's bounds are in order and within the array; other places
    /// have no bounds.
    pub(crate) fn proper_bounds(&mut self, s: &mut State, target: &Place) -> Term {
        match target {
            Place::Slice(slice) => {
                let length = self.length_value(s, slice.array);
                slice.is_proper(&mut self.session.terms, length)
            }
            Place::Field(_) | Place::Predicate(_) => self.session.terms.truth(),
        }
    }

    /// Evaluates a slice. A missing bound is that of the array.
    pub(crate) fn eval_slice(
        &mut self,
        s: State,
        array_expr: &'p Expr,
        range: SliceRange<'p>,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Slice),
    ) {
        self.eval(s, array_expr, context, &mut |this, s, array| {
            this.eval_end(s, range.lo, context, &mut |this, s, lo| {
                this.eval_end(s, range.hi, context, &mut |this, mut s, hi| {
                    let lo = lo.unwrap_or_else(|| this.session.terms.int(0));
                    let hi = hi.unwrap_or_else(|| this.length_value(&mut s, array));
                    if let Some(slice) = this.slice(&array_expr.ty, array, lo, hi) {
                        k(this, s, slice);
                    }
                });
            });
        });
    }

    fn eval_end(
        &mut self,
        s: State,
        end: Option<&'p Expr>,
        context: ErrorContext<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        match end {
            Some(e) => self.eval(s, e, context, &mut |this, s, t| k(this, s, Some(t))),
            None => k(self, s, None),
        }
    }

    /// Adjacent pieces that cover a slice; `None` if there are none.
    pub(crate) fn cover(&mut self, s: &State, heap: &Heap, target: &Place) -> Option<Vec<Piece>> {
        let (lo, hi) = target.slice()?.bounds();
        if let Some(chunk) = self.find(s, heap, target) {
            let piece = Piece::of(&mut self.session.terms, chunk, lo, hi)?;
            return Some(vec![piece]);
        }
        let mut open = self.of_array(s, heap, target);
        let mut pieces = Vec::new();
        let mut from = lo;
        loop {
            let at = self.position_containing(s, &open, from)?;
            let chunk = open.remove(at);
            let end = chunk.place.slice()?.hi();
            let last = self.session.terms.le(hi, end);
            if self.entails_in_stage(s, last) == Answer::Yes {
                pieces.push(Piece::of(&mut self.session.terms, chunk, from, hi)?);
                return Some(pieces);
            }
            let inner = self.session.terms.le(end, hi);
            if self.entails_in_stage(s, inner) != Answer::Yes {
                return None;
            }
            pieces.push(Piece::of(&mut self.session.terms, chunk, from, end)?);
            from = end;
        }
    }

    /// The chunks of a target's array, oldest first.
    pub(crate) fn of_array(&mut self, s: &State, heap: &Heap, target: &Place) -> Vec<Rc<Chunk>> {
        let mut found = Vec::new();
        for chunk in
            heap.possible_aliases(&self.session.terms, target.resource(), target.receiver())
        {
            let same = chunk.place.same_receiver(&mut self.session.terms, target);
            if self.session.terms.is_bool(same, true)
                || self.entails_in_stage(s, same) == Answer::Yes
            {
                found.push(chunk);
            }
        }
        found
    }

    /// The position of a chunk whose slice contains an index, preferably one that starts
    /// there.
    fn position_containing(&mut self, s: &State, open: &[Rc<Chunk>], from: Term) -> Option<usize> {
        let starts = |chunk: &Rc<Chunk>| chunk.place.slice().map(Slice::lo);
        if let Some(at) = open.iter().position(|chunk| starts(chunk) == Some(from)) {
            return Some(at);
        }
        for (at, chunk) in open.iter().enumerate() {
            let Some(lo) = starts(chunk) else { continue };
            let here = self.session.terms.eq(lo, from);
            if self.entails_in_stage(s, here) == Answer::Yes {
                return Some(at);
            }
        }
        for (at, chunk) in open.iter().enumerate() {
            let Some(slice) = chunk.place.slice() else {
                continue;
            };
            let inside = slice.has_index(&mut self.session.terms, from);
            if self.entails_in_stage(s, inside) == Answer::Yes {
                return Some(at);
            }
        }
        None
    }

    /// The joined contents of adjacent pieces.
    pub(crate) fn joined_contents(&mut self, s: &State, pieces: &[Piece]) -> Option<Term> {
        let mut joined = None;
        for piece in pieces {
            let mine = self.restricted(s, &piece.chunk, &piece.part);
            joined = Some(match joined {
                None => mine,
                Some(before) => self.session.terms.merge(before, piece.part.lo(), mine),
            });
        }
        joined
    }

    /// The value of a chunk at a place that its own place includes: contents are restricted
    /// to the bounds.
    pub(crate) fn value_within(&mut self, s: &State, chunk: &Chunk, place: &Place) -> Term {
        match place {
            Place::Slice(part) => self.restricted(s, chunk, part),
            Place::Field(_) | Place::Predicate(_) => chunk.value,
        }
    }

    /// A chunk's contents, restricted to a part of its slice.
    fn restricted(&mut self, s: &State, chunk: &Chunk, part: &Slice) -> Term {
        let (lo, hi) = part.bounds();
        if chunk.place.slice().map(Slice::bounds) == Some((lo, hi)) {
            return chunk.value;
        }
        let inner = self.without_outer(s, chunk.value, lo, hi);
        self.session.terms.restrict(inner, lo, hi)
    }

    /// Contents without updates outside of the bounds.
    pub(crate) fn without_outer(&mut self, s: &State, contents: Term, lo: Term, hi: Term) -> Term {
        let mut contents = contents;
        loop {
            if let Some(before) = self.session.terms.skip_updates_outside(contents, lo, hi) {
                contents = before;
                continue;
            }
            let inner = match *self.session.terms.node(contents) {
                Node::Store(of, index, _) => {
                    let sides = [
                        self.session.terms.lt(index, lo),
                        self.session.terms.le(hi, index),
                    ];
                    let outside = self.session.terms.or(sides);
                    self.is_known(s, outside).then_some(of)
                }
                Node::Coll(Coll::Merge, ref parts) => {
                    let &[below, middle, above] = &**parts else {
                        return contents;
                    };
                    let (left, right) = (
                        self.session.terms.le(hi, middle),
                        self.session.terms.le(middle, lo),
                    );
                    if self.is_known(s, left) {
                        Some(below)
                    } else {
                        self.is_known(s, right).then_some(above)
                    }
                }
                _ => None,
            };
            match inner {
                Some(inner) => contents = inner,
                None => return contents,
            }
        }
    }

    /// Removes an amount of a slice from the chunk known to contain it.
    pub(crate) fn remove_known_slice(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        demanded: DemandedAmount,
    ) -> RemovalResult {
        let chunk = self.find_with(s, heap, target, LookupEffort::Known);
        let piece = chunk.zip(target.slice()).and_then(|(chunk, slice)| {
            Piece::of(&mut self.session.terms, chunk, slice.lo(), slice.hi())
        });
        match piece {
            Some(piece) => self.remove_pieces(Held { state: s, heap }, target, &[piece], demanded),
            None => RemovalResult::Missing,
        }
    }

    /// Removes an amount of a slice from a heap. Chunks are split if they contain more,
    /// and joined if they contain less.
    pub(crate) fn remove_slice(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        demanded: DemandedAmount,
    ) -> RemovalResult {
        let Some(pieces) = self.cover(s, heap, target) else {
            return self.remove_empty_slice(s, heap, target, demanded);
        };
        let result = self.remove_pieces(Held { state: s, heap }, target, &pieces, demanded);
        let RemovalResult::NotEnough { .. } = result else {
            return result;
        };
        // Fractions of slices with other bounds can provide the rest.
        if let Some(pieces) = self.split_at_all_bounds(s, heap, target, &pieces)
            && let done @ RemovalResult::Done(_) =
                self.remove_pieces(Held { state: s, heap }, target, &pieces, demanded)
        {
            return done;
        }
        match self.remove_empty_slice(s, heap, target, demanded) {
            done @ RemovalResult::Done(_) => done,
            _ => result,
        }
    }

    /// Pieces split at the bounds of all chunks of the array; `None` if that changes
    /// nothing.
    fn split_at_all_bounds(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        pieces: &[Piece],
    ) -> Option<Vec<Piece>> {
        let mut split = pieces.to_vec();
        for chunk in self.of_array(s, heap, target) {
            let (lo, hi) = chunk.place.slice()?.bounds();
            for at in [lo, hi] {
                split = self.split_pieces(s, split, at);
            }
        }
        (split.len() > pieces.len()).then_some(split)
    }

    /// Pieces with the one that contains a bound split there.
    fn split_pieces(&mut self, s: &State, pieces: Vec<Piece>, at: Term) -> Vec<Piece> {
        let mut split = Vec::with_capacity(pieces.len() + 1);
        for piece in pieces {
            let terms = &mut self.session.terms;
            let Piece { chunk, part } = &piece;
            let inside = part.is_split_by(terms, at);
            let at_end = part.is_bound(terms, at);
            if self.is_known(s, at_end) || self.entails_in_stage(s, inside) != Answer::Yes {
                split.push(piece);
                continue;
            }
            for (lo, hi) in [(part.lo(), at), (at, part.hi())] {
                split.push(Piece {
                    chunk: chunk.clone(),
                    part: part.with_bounds(&mut self.session.terms, lo, hi),
                });
            }
        }
        split
    }

    fn remove_pieces(
        &mut self,
        from: Held<'_>,
        target: &Place,
        pieces: &[Piece],
        demanded: DemandedAmount,
    ) -> RemovalResult {
        let Held { state: s, heap } = from;
        let Some(value) = self.joined_contents(s, pieces) else {
            return RemovalResult::Missing;
        };
        let mut partials = vec![PartialRemoval {
            state: s.clone(),
            heap: heap.clone(),
            amount: self.zero_amount(),
        }];
        let demanded = self.demanded_amount(&mut partials, pieces, demanded);
        for piece in pieces {
            let mut next = Vec::new();
            for partial in partials {
                match self.remove_piece(partial, piece, demanded) {
                    Ok(more) => next.extend(more),
                    Err(result) => return result,
                }
            }
            partials = next;
        }
        let (Some(first), Some(slice)) = (pieces.first(), target.slice()) else {
            return RemovalResult::Missing;
        };
        let (lo, hi) = slice.bounds();
        let place = first.part.with_bounds(&mut self.session.terms, lo, hi);
        let whole = first.chunk.moved(&self.session.terms, place.place());
        let removals = partials.into_iter().map(|partial| {
            let chunk = Chunk {
                amount: partial.amount,
                value,
                ..whole.clone()
            };
            Removal {
                state: partial.state,
                heap: partial.heap,
                amount: partial.amount,
                chunk: Rc::new(chunk),
            }
        });
        RemovalResult::Done(removals.collect())
    }

    /// The amount to remove from every piece. For `Some`, a fresh amount less than each
    /// piece's.
    fn demanded_amount(
        &mut self,
        partials: &mut [PartialRemoval],
        pieces: &[Piece],
        demanded: DemandedAmount,
    ) -> Term {
        let amount = match demanded {
            DemandedAmount::Exactly(amount) => amount,
            DemandedAmount::Some => self.session.terms.fresh("part", Sort::Perm),
        };
        if matches!(demanded, DemandedAmount::Some) {
            let zero = self.zero_amount();
            let positive = self.session.terms.lt(zero, amount);
            for partial in partials {
                partial
                    .state
                    .assume(&self.session.terms, positive, FactKind::Fact);
                for piece in pieces {
                    let less = self.session.terms.lt(amount, piece.chunk.amount);
                    partial
                        .state
                        .assume(&self.session.terms, less, FactKind::Fact);
                }
            }
        }
        amount
    }

    /// Removes a slice that no chunks cover. It must be empty, and the amount one that an
    /// assertion can state.
    fn remove_empty_slice(
        &mut self,
        s: &State,
        heap: &Heap,
        target: &Place,
        demanded: DemandedAmount,
    ) -> RemovalResult {
        let Some(slice) = target.slice() else {
            return RemovalResult::Missing;
        };
        let zero = self.zero_amount();
        let (one, null) = (self.session.terms.write(), self.session.terms.null());
        let amount = match demanded {
            DemandedAmount::Exactly(amount) => amount,
            DemandedAmount::Some => one,
        };
        let parts = [
            self.session.terms.ne(slice.array, null),
            target.empty(&mut self.session.terms),
            self.session.terms.lt(zero, amount),
            self.session.terms.le(amount, one),
        ];
        let empty = self.session.terms.and(parts);
        if self.entails_in_stage(s, empty) != Answer::Yes {
            return RemovalResult::Missing;
        }
        let value = slice.no_contents(&mut self.session.terms);
        let span = self.ctx.program.member_span(s.frame.member);
        let origin = Engine::event(span, "without elements");
        let chunk = Rc::new(self.new_chunk(target, amount, value, origin));
        RemovalResult::Done(vec![Removal {
            state: s.clone(),
            heap: heap.clone(),
            amount,
            chunk,
        }])
    }

    /// Removes an amount of a piece. The rest of its chunk stays in the heap.
    fn remove_piece(
        &mut self,
        partial: PartialRemoval,
        piece: &Piece,
        amount: Term,
    ) -> Result<Vec<PartialRemoval>, RemovalResult> {
        let PartialRemoval {
            mut state,
            mut heap,
            ..
        } = partial;
        let is_watched = state.modes.termination.is_some();
        let before = is_watched.then(|| heap.clone());
        let held = self.extract_piece(&mut state, &mut heap, piece, amount)?;
        // Amounts of other chunks may be in what is left.
        let of_entry = before.is_none_or(|before| before.lost_only_of_entry(&heap));
        let value = self.restricted(&state, &piece.chunk, &piece.part);
        let left = self.session.terms.sub(held, amount);
        let remainder = Chunk {
            amount: left,
            value,
            serial: self.session.serial(),
            of_entry: of_entry && piece.chunk.of_entry,
            ..piece.moved_chunk(&self.session.terms)
        };
        let mut with_remainder = heap.clone();
        with_remainder.insert(remainder);
        let splits = self
            .split_on_remainder(state, left, heap, with_remainder)
            .into_iter();
        let partials = splits.map(|(state, heap)| PartialRemoval {
            state,
            heap,
            amount,
        });
        Ok(partials.collect())
    }

    /// Removes a piece completely from as many chunks as the amount requires. Returns the
    /// sum of their amounts.
    fn extract_piece(
        &mut self,
        state: &mut State,
        heap: &mut Heap,
        piece: &Piece,
        amount: Term,
    ) -> Result<Term, RemovalResult> {
        let zero = self.zero_amount();
        let positive = self.session.terms.lt(zero, amount);
        let mut held = self.zero_amount();
        let mut unknown = false;
        let inner = piece.part.place();
        let mine = self.restricted(state, &piece.chunk, &piece.part);
        // An earlier piece can have used the chunk, too.
        let mut own = Some(&piece.chunk)
            .filter(|chunk| heap.holds(chunk))
            .cloned();
        let mut others = None;
        let mark = self.session.serial();
        loop {
            let (chunk, first) = match own.take() {
                Some(own) => (own, true),
                None => {
                    let others = others.get_or_insert_with(|| {
                        let (resource, array) = (inner.resource(), inner.receiver());
                        heap.possible_aliases(&self.session.terms, resource, array)
                            .into_iter()
                    });
                    match others.next() {
                        Some(other) => (other, false),
                        None => break,
                    }
                }
            };
            if !first {
                // The parts put back into the heap are outside of the piece.
                let other = chunk.serial != piece.chunk.serial && chunk.serial < mark;
                let includes = chunk.place.includes(&mut self.session.terms, &inner);
                if !other || self.entails_in_stage(state, includes) != Answer::Yes {
                    continue;
                }
                let theirs = self.restricted(state, &chunk, &piece.part);
                let agree = self.session.terms.eq(mine, theirs);
                state.assume(&self.session.terms, agree, FactKind::Fact);
            }
            self.split_off(state, heap, &chunk, &piece.part);
            held = self.session.terms.add(held, chunk.amount);
            let fits = self.session.terms.le(amount, held);
            let enough = self.session.terms.and([positive, fits]);
            match self.entails(state, enough) {
                Answer::Yes => return Ok(held),
                Answer::Unknown => unknown = true,
                Answer::No => {}
            }
        }
        Err(RemovalResult::NotEnough { held, unknown })
    }

    /// Removes a chunk from the heap and puts back its parts outside of a part.
    fn split_off(&mut self, state: &mut State, heap: &mut Heap, chunk: &Chunk, part: &Slice) {
        heap.remove(chunk);
        let Some(slice) = chunk.place.slice() else {
            return;
        };
        let (from, to) = slice.bounds();
        if (from, to) == part.bounds() {
            return;
        }
        let whole = self.session.terms.restrict(chunk.value, from, to);
        let canonical = self.session.terms.eq(whole, chunk.value);
        self.assume_new(state, canonical, FactKind::Shape);
        for rest in slice.without(&mut self.session.terms, part) {
            let place = rest.place();
            let empty = place.empty(&mut self.session.terms);
            if !self.is_known(state, empty) {
                let remainder = Chunk {
                    value: self.restricted(state, chunk, &rest),
                    serial: self.session.serial(),
                    ..chunk.moved(&self.session.terms, place)
                };
                heap.insert(remainder);
            }
        }
    }

    /// Adds a chunk of elements. Fractions of one slice are added up and agree on the
    /// value. Slices of one array whose amounts exceed 1 together are disjoint. Returns
    /// whether the path continues.
    pub(crate) fn add_slice(&mut self, s: &mut State, chunk: Chunk) -> bool {
        let target = chunk.place.clone();
        let mut merged = None;
        for other in self.related_chunks(s, &target) {
            let same = self.same_place(&other, &target);
            if merged.is_none() && self.is_known(s, same) {
                merged = Some(other);
            } else {
                for fact in chunk.facts_beside(&mut self.session.terms, &other, same) {
                    self.assume_new(s, fact, FactKind::Fact);
                }
            }
        }
        match merged {
            Some(other) => self.add_amounts(s, &chunk, &other),
            None => {
                self.insert_chunk(s, chunk);
                !self.known_contradiction(s)
            }
        }
    }

    /// The chunks that imply facts about an added slice: all whose array can be the same.
    /// If there are many slices of the very array, only the one at the same place and the
    /// nearest one on each side: the others are farther away.
    fn related_chunks(&mut self, s: &State, target: &Place) -> Vec<Rc<Chunk>> {
        let (resource, array) = (target.resource(), target.receiver());
        let heap = &s.heap;
        if !heap.has_more_possible_aliases(&self.session.terms, resource, array, MAX_PAIRS) {
            return heap.possible_aliases(&self.session.terms, resource, array);
        }
        let mut found = heap.other_possible_aliases(&self.session.terms, resource, array);
        let [before, after] = heap.nearest(&self.session.terms, target);
        let own = [heap.at(&self.session.terms, target), before, after];
        found.extend(own.into_iter().flatten().cloned());
        found.sort_by_key(|chunk| chunk.serial);
        found.dedup_by_key(|chunk| chunk.serial);
        found
    }
}
