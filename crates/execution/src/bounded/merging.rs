//! Configurations that meet are merged, and footprints of assertions are collected.

use super::footprint::{CellId, Demand, Footprint};
use super::heap::Heap;
use super::value::{ObjectId, Value, choose};
use super::{Bounded, Result, unsupported};
use crate::configuration::{Configuration, Counts};
use crate::domain::{Demanded, HeapMark};
use crate::permission::Fraction;
use std::rc::Rc;
use veriframe_logic::bits::{Formula, Formulas};

/// The number that stands for the object of static fields.
const STATICS: ObjectId = ObjectId::MAX;

impl Bounded<'_> {
    /// Merges two configurations in which the same is to be done. Returns whether they could be
    /// merged: what only annotations need must be the same.
    pub fn merge(c: &mut Configuration<Self>, other: &Configuration<Self>) -> bool {
        let is_same = c.thread.frames == other.thread.frames
            && c.thread.conjuncts == other.thread.conjuncts
            && c.thread.footprints == other.thread.footprints
            && c.thread.slots.len() == other.thread.slots.len()
            && c.domain.marked_heaps.len() == other.domain.marked_heaps.len();
        if !is_same {
            return false;
        }
        let mut theirs = other.domain.marked_heaps.clone();
        theirs.push(other.domain.heap.clone());
        c.domain.align(&mut theirs);
        let shared = c.domain.shared.clone();
        let f = &mut *shared.formulas.borrow_mut();
        let condition = c.domain.path.merge(f, &other.domain.path);
        for (own, theirs) in c.thread.slots.iter_mut().zip(&other.thread.slots) {
            *own = choose(f, condition, own, theirs);
        }
        let domain = &mut c.domain;
        let own = domain.marked_heaps.iter_mut().chain([&mut domain.heap]);
        for (own, theirs) in own.zip(&theirs) {
            if !Rc::ptr_eq(own, theirs) {
                Rc::make_mut(own).merge(f, condition, theirs);
            }
        }
        let depth = c.thread.footprints.len();
        let mut theirs = other.domain.footprints.clone();
        theirs.resize_with(depth, Footprint::default);
        c.domain.footprints.resize_with(depth, Footprint::default);
        for (own, theirs) in c.domain.footprints.iter_mut().zip(&theirs) {
            own.merge(f, condition, theirs);
        }
        add_counts(&mut c.counts, &other.counts);
        true
    }

    /// Gives the objects of both of two paths the same cells, heap by heap: what only one of them
    /// has asked for is as it was from the start in the other one.
    fn align(&mut self, theirs: &mut [Rc<Heap>]) {
        let shared = self.shared.clone();
        for (position, theirs) in theirs.iter_mut().enumerate() {
            let own = self
                .marked_heaps
                .get_mut(position)
                .unwrap_or(&mut self.heap);
            if Rc::ptr_eq(own, theirs) {
                continue;
            }
            shared.add_made_of(own, theirs);
            let own = own.clone();
            let missing = [self.missing(&own, theirs), self.missing(theirs, &own)];
            let [of_own, of_theirs] = missing;
            for (id, part) in of_own {
                if let Some(value) = self.value_from_start(id, part) {
                    let own = self
                        .marked_heaps
                        .get_mut(position)
                        .unwrap_or(&mut self.heap);
                    Rc::make_mut(own).set(id, part, value);
                }
            }
            for (id, part) in of_theirs {
                if let Some(value) = self.value_from_start(id, part) {
                    Rc::make_mut(theirs).set(id, part, value);
                }
            }
            // The values can refer to others.
            let own = self
                .marked_heaps
                .get_mut(position)
                .unwrap_or(&mut self.heap);
            shared.add_made_of(own, theirs);
        }
    }

    /// The cells that objects of a heap lack, and have in another one.
    fn missing(&self, heap: &Heap, other: &Heap) -> Vec<(ObjectId, u32)> {
        let mut missing = Vec::new();
        for (id, theirs) in &other.objects {
            let own = heap.objects.get(id);
            if own.is_some_and(|own| !Rc::ptr_eq(own, theirs)) {
                let parts = theirs.cells.keys().copied();
                let parts = parts.filter(|part| self.lacks(heap, *id, *part));
                missing.extend(parts.map(|part| (*id, part)));
            }
        }
        missing
    }

    /// Adds the demand of a place to a footprint: whether no location is demanded more than wholly.
    pub(super) fn demand(
        &mut self,
        depth: usize,
        place: Demanded<'_, Value>,
        amount: Option<&Fraction>,
    ) -> Result<bool> {
        let places = self.demanded(place)?;
        let Some(footprint) = depth.checked_sub(1).and_then(|at| self.footprints.get(at)) else {
            return Ok(true);
        };
        let mut demands = Vec::new();
        let fits = {
            let f = &mut *self.formulas();
            let mut fits = Formulas::TRUE;
            for (when, place) in places {
                let amount = amount.cloned();
                let demand = Demand { when, amount };
                let admits = footprint.admits(f, place, &demand);
                fits = f.and(fits, admits);
                demands.push((place, demand));
            }
            fits
        };
        if !self.decide(fits)? {
            return Ok(false);
        }
        if let Some(footprint) = depth
            .checked_sub(1)
            .and_then(|d| self.footprints.get_mut(d))
        {
            for (place, demand) in demands {
                footprint.add(place, demand);
            }
        }
        Ok(true)
    }

    /// The locations of a place, with the conditions that they are meant.
    fn demanded(&self, place: Demanded<'_, Value>) -> Result<Vec<(Formula, CellId)>> {
        match place {
            Demanded::Static(field) => Ok(vec![(Formulas::TRUE, (STATICS, field.0))]),
            // What it stands for is not known.
            Demanded::Instance => Ok(Vec::new()),
            Demanded::Field(receiver, field) => {
                let reference = self.object(receiver)?;
                let targets = self.exclusive(&self.targets(&reference)).into_iter();
                Ok(targets
                    .map(|(when, object)| (when, (object, field.0)))
                    .collect())
            }
            Demanded::Elements(array, from, until) => {
                let reference = self.object(array)?;
                let length = self.length_of(&reference)?;
                let from = from.map(|from| self.integer(from)).transpose()?;
                let until = until.map(|until| self.integer(until)).transpose()?;
                self.check_bounds(from, until, length)?;
                let mut places = Vec::new();
                for (when, object) in self.exclusive(&self.targets(&reference)) {
                    let f = &mut *self.formulas();
                    let cells = self.heap.get(object).map(|object| &object.cells);
                    for &part in cells.into_iter().flat_map(|cells| cells.keys()) {
                        let index = f.int(part);
                        let below = f.lt(index, until.unwrap_or(length));
                        let above = from.map_or(Formulas::TRUE, |from| f.le(from, index));
                        let within = f.all(&[when, below, above]);
                        if within != Formulas::FALSE {
                            places.push((within, (object, part)));
                        }
                    }
                }
                Ok(places)
            }
        }
    }

    /// Refuses bounds of a slice that are not in order, or beyond the array.
    fn check_bounds(
        &self,
        from: Option<Formula>,
        until: Option<Formula>,
        length: Formula,
    ) -> Result<()> {
        let within = {
            let f = &mut *self.formulas();
            let zero = f.int(0);
            let mut all = Formulas::TRUE;
            for bound in [from, until].into_iter().flatten() {
                let (low, high) = (f.le(zero, bound), f.le(bound, length));
                all = f.all(&[all, low, high]);
            }
            if let (Some(from), Some(until)) = (from, until) {
                let is_ordered = f.le(from, until);
                all = f.and(all, is_ordered);
            }
            all
        };
        let message = "the bounds of the slice are not in order or not within the array";
        let code = veriframe_base::diagnostics::Code::IndexOutOfBounds;
        self.check(within, code, message)
    }

    /// Targets, each with a condition that excludes the others.
    pub(super) fn exclusive(&self, targets: &[(Formula, ObjectId)]) -> Vec<(Formula, ObjectId)> {
        let f = &mut *self.formulas();
        let mut others = Formulas::TRUE;
        let targets = targets.iter().map(|(condition, object)| {
            let is_meant = f.and(others, *condition);
            let negation = f.not(*condition);
            others = f.and(others, negation);
            (is_meant, *object)
        });
        targets.collect()
    }

    /// Whether the last two footprints, the second that of a moment, demand the same, and what they
    /// demand has not changed since.
    pub(super) fn is_untouched(&self, depth: usize, since: HeapMark) -> Result<bool> {
        let get = |back: usize| {
            depth
                .checked_sub(back)
                .and_then(|at| self.footprints.get(at))
        };
        let (Some(now), Some(then)) = (get(2), get(1)) else {
            return unsupported("`untouched`");
        };
        let mut places: Vec<CellId> = now
            .demands
            .keys()
            .chain(then.demands.keys())
            .copied()
            .collect();
        places.sort_unstable();
        places.dedup();
        let mut all = Formulas::TRUE;
        for place in places {
            let of = |footprint: &Footprint| footprint.demands.get(&place).cloned();
            let (now, then) = (of(now).unwrap_or_default(), of(then).unwrap_or_default());
            let is_same = self.value_at(place, None) == self.value_at(place, Some(since));
            let equal = match (
                self.value_at(place, None),
                self.value_at(place, Some(since)),
            ) {
                _ if is_same => Formulas::TRUE,
                (Some(a), Some(b)) => self.equal(&a, &b)?,
                _ => Formulas::FALSE,
            };
            let f = &mut *self.formulas();
            let parts = Footprint::parts(now.iter().chain(&then));
            let (now, then) = (
                Footprint::sum(f, now.iter(), &parts),
                Footprint::sum(f, then.iter(), &parts),
            );
            let zero = f.int(0);
            let demands = f.lt(zero, now.parts);
            let demands = f.or(demands, now.more);
            let unchanged = f.implies(demands, equal);
            let (same, more) = (f.eq(now.parts, then.parts), f.iff(now.more, then.more));
            all = f.all(&[all, unchanged, same, more]);
        }
        self.decide(all)
    }

    fn value_at(&self, place: CellId, at: Option<HeapMark>) -> Option<Value> {
        let heap = self.heap_at(at);
        match place {
            (STATICS, field) => heap.statics.get(&field).cloned(),
            (object, part) => heap.get(object)?.cells.get(&part).cloned(),
        }
    }
}

/// Conjuncts that could not be evaluated on one of the paths count.
fn add_counts(own: &mut Counts, other: &Counts) {
    own.steps = own.steps.max(other.steps);
    own.permission_checks = own.permission_checks.max(other.permission_checks);
    own.conjuncts = own.conjuncts.max(other.conjuncts);
    own.left_out.add(&other.left_out);
    for member in &other.by_contract {
        if !own.by_contract.contains(member) {
            own.by_contract.push(*member);
        }
    }
    for (own, other) in [
        (&mut own.unevaluated, &other.unevaluated),
        (&mut own.within_scope, &other.within_scope),
    ] {
        for span in other {
            if !own.contains(span) {
                own.push(*span);
            }
        }
    }
}
