//! Numbers: normal forms under the known equations, and bounds of forms.
//!
//! Every number is a node of the closure. Its normal form is over independent nodes. An
//! equation is solved for one of its nodes, which is then eliminated; two numbers with the
//! same normal form are reported as equal ([`Arithmetic::found`]). Bounds are stored by
//! form and tightened for integers. Combinations of bounds are checked by
//! [`super::simplex`] when a query needs it.

use super::congruence::{Id, IdSet, NODES};
use super::holes::Holes;
use super::linear::{Form, Q, plus, times};
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// A normal form with more parts than this is not substituted into others.
const MAX_PARTS: usize = 12;

/// The most ranges of a number by which a sum is bounded.
const MAX_KEYS: usize = 8;

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub value: Q,
    /// Whether the value itself is excluded; never for integers.
    pub strict: bool,
}

/// The range of a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Range {
    pub lower: Option<End>,
    pub upper: Option<End>,
    /// Excluded values.
    pub holes: Holes,
}

impl Range {
    /// Whether it implies that `factor * key + constant` is not negative (positive, if strict).
    fn is_at_least(&self, factor: Q, constant: Q, strict: bool) -> bool {
        let end = if factor.is_positive() {
            self.lower
        } else {
            self.upper
        };
        let least = |end: End| {
            let least = plus(times(end.value, factor)?, constant)?;
            Some(least.is_positive() || (least.is_zero() && (!strict || end.strict)))
        };
        end.and_then(least).unwrap_or(false)
    }
}

/// A fact about a form.
#[derive(Debug)]
enum Fact {
    /// It is zero.
    Zero(Form),
    /// It is not negative; positive, if strict.
    AtLeast(Form, bool),
    /// It is not zero.
    NotZero(Form),
}

#[derive(Debug)]
struct Number {
    /// Whether it is an integer; `None` for nodes of other sorts.
    integer: Option<bool>,
    form: Rc<Form>,
    /// The numbers whose normal form mentions it, or did so earlier.
    occurs: SmallVec<[Id; 4]>,
    /// The keys of ranges that it occurs in.
    keys: Vec<Rc<Form>>,
}

#[derive(Debug)]
enum Undo {
    Number,
    Form {
        id: Id,
        before: Rc<Form>,
    },
    Occurs(Id),
    Known(bool, Rc<Form>),
    NewRange(Rc<Form>),
    /// The latest of the earlier ranges, which have a trail of their own: they are large.
    Range,
}

/// The state of linear arithmetic.
#[derive(Debug)]
pub(crate) struct Arithmetic {
    numbers: Vec<Number>,
    /// A number for each normal form, of integers (`true`) and of others.
    known: FxHashMap<(bool, Rc<Form>), Id>,
    ranges: FxHashMap<Rc<Form>, Range>,
    /// The keys of tightened ranges, in order.
    log: Vec<Rc<Form>>,
    trail: Vec<Undo>,
    /// The ranges on the trail, as they were before, with their keys.
    earlier_ranges: Vec<(Rc<Form>, Range)>,
    /// Equalities found and not yet reported.
    pub found: Vec<(Id, Id)>,
    /// Whether there is an unreported conflict.
    pub conflict: bool,
}

impl Default for Arithmetic {
    fn default() -> Arithmetic {
        Arithmetic {
            numbers: Vec::with_capacity(NODES),
            known: FxHashMap::default(),
            ranges: FxHashMap::default(),
            log: Vec::new(),
            trail: Vec::with_capacity(2 * NODES),
            earlier_ranges: Vec::new(),
            found: Vec::new(),
            conflict: false,
        }
    }
}

/// A backtracking point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    trail: usize,
    log: usize,
}

#[allow(clippy::indexing_slicing)] // every node of the closure has a number
impl Arithmetic {
    pub fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            log: self.log.len(),
        }
    }

    /// The number of range changes.
    pub fn changes(&self) -> usize {
        self.log.len()
    }

    /// The numbers whose ranges changed after the first `count` changes.
    pub fn changed_since(&self, count: usize) -> Vec<Id> {
        let mut seen = IdSet::with_room(self.numbers.len());
        let keys = self.log.get(count..).unwrap_or_default();
        let parts = keys.iter().flat_map(|key| &key.parts);
        parts
            .map(|part| part.0)
            .filter(|&id| seen.insert(id))
            .collect()
    }

    pub fn undo_to(&mut self, mark: Mark) {
        self.log.truncate(mark.log);
        while self.trail.len() > mark.trail {
            match self.trail.pop() {
                Some(Undo::Number) => {
                    self.numbers.pop();
                }
                Some(Undo::Form { id, before }) => self.numbers[id.index()].form = before,
                Some(Undo::Occurs(id)) => {
                    self.numbers[id.index()].occurs.pop();
                }
                Some(Undo::Known(integer, form)) => {
                    self.known.remove(&(integer, form));
                }
                Some(Undo::NewRange(key)) => {
                    self.ranges.remove(&key);
                    for (id, _) in &key.parts {
                        self.numbers[id.index()].keys.pop();
                    }
                }
                Some(Undo::Range) => self.ranges.extend(self.earlier_ranges.pop()),
                None => return,
            }
        }
    }

    /// Adds the closure's newest node. For a number: whether it is an integer, and the
    /// form of its term.
    pub fn add(&mut self, id: Id, number: Option<(bool, Option<Form>)>) {
        let integer = number.as_ref().map(|n| n.0);
        let form = number.and_then(|n| n.1);
        let form = Rc::new(form.unwrap_or_else(|| Form::variable(id)));
        self.numbers.push(Number {
            integer,
            form: form.clone(),
            occurs: SmallVec::new(),
            keys: Vec::new(),
        });
        self.trail.push(Undo::Number);
        if integer.is_some() {
            self.note_form(id, form, None);
        }
    }

    /// Whether a node is an integer.
    pub fn is_integer(&self, id: Id) -> bool {
        self.numbers[id.index()].integer == Some(true)
    }

    /// The normal form of a number.
    pub fn form(&self, id: Id) -> &Rc<Form> {
        &self.numbers[id.index()].form
    }

    /// The difference of two numbers.
    pub fn difference(&self, a: Id, b: Id) -> Option<Form> {
        self.form(a).minus(self.form(b))
    }

    /// The normal form of a sum over nodes that may have been eliminated since.
    pub fn normal(&self, form: &Form) -> Option<Form> {
        let is_independent = |part: &(Id, Q)| self.form(part.0).is_variable(part.0);
        if form.parts.iter().all(is_independent) {
            return Some(form.clone());
        }
        let mut sum = Form::constant(form.constant);
        for (id, q) in &form.parts {
            sum = sum.plus(self.form(*id), *q)?;
        }
        Some(sum)
    }

    /// Replaces the normal form of a number.
    fn note_form(&mut self, id: Id, form: Rc<Form>, before: Option<&Form>) {
        for (part, _) in &form.parts {
            if before.is_some_and(|before| !before.coefficient(*part).is_zero()) {
                continue;
            }
            self.numbers[part.index()].occurs.push(id);
            self.trail.push(Undo::Occurs(*part));
        }
        let integer = self.is_integer(id);
        // An integer equation was divided by a coefficient.
        self.conflict |= integer && form.value().is_some_and(|value| !value.is_integer());
        match self.known.get(&(integer, form.clone())) {
            Some(&equal) if equal != id => self.found.push((equal, id)),
            Some(_) => {}
            None => {
                self.known.insert((integer, form.clone()), id);
                self.trail.push(Undo::Known(integer, form));
            }
        }
    }

    /// Assumes that two numbers are equal.
    pub fn equate(&mut self, a: Id, b: Id) {
        if Rc::ptr_eq(self.form(a), self.form(b)) {
            return;
        }
        if let Some(difference) = self.difference(a, b) {
            self.process(Fact::Zero(difference));
        }
    }

    /// Assumes that a form in normal form is zero.
    pub fn zero(&mut self, form: Form) {
        self.process(Fact::Zero(form));
    }

    /// Assumes that a form in normal form is not negative; positive, if strict.
    pub fn at_least(&mut self, form: Form, strict: bool) {
        self.process(Fact::AtLeast(form, strict));
    }

    /// Assumes that a form in normal form is not zero.
    pub fn not_zero(&mut self, form: Form) {
        self.process(Fact::NotZero(form));
    }

    fn process(&mut self, fact: Fact) {
        // Most facts lead to no others.
        let (mut next, mut todo) = (Some(fact), Vec::new());
        while let Some(fact) = next.take().or_else(|| todo.pop()) {
            if self.conflict {
                return;
            }
            // Earlier facts of the list may have eliminated numbers of this one.
            let (Fact::Zero(form) | Fact::AtLeast(form, _) | Fact::NotZero(form)) = &fact;
            let Some(form) = self.normal(form) else {
                continue;
            };
            match fact {
                Fact::Zero(_) => self.solve(form, &mut todo),
                Fact::AtLeast(_, strict) => self.bound(&form, strict, &mut todo),
                Fact::NotZero(_) => self.exclude(&form, &mut todo),
            }
        }
    }

    /// Solves the equation that a form is zero for one of its numbers.
    fn solve(&mut self, form: Form, todo: &mut Vec<Fact>) {
        if let Some(value) = form.value() {
            self.conflict |= !value.is_zero();
            return;
        }
        let integers = self.integers(&form);
        if integers
            && let Some((_, factor)) = form.keyed()
            && !(form.constant / factor).is_integer()
        {
            self.conflict = true;
            return;
        }
        if let Some((id, by)) = self.solution(&form, integers) {
            self.replace(id, &by, todo);
        } else if let Some(opposite) = form.times(-Q::one()) {
            self.bound(&form, false, &mut Vec::new());
            self.bound(&opposite, false, &mut Vec::new());
        }
    }

    /// The number to solve an equation for, and its solution. Preferred: coefficient ±1
    /// among integers; then the fewest occurrences; then the newest.
    fn solution(&self, form: &Form, integers: bool) -> Option<(Id, Form)> {
        if form.parts.len() > MAX_PARTS + 1 {
            return None;
        }
        let cost = |&(id, q): &(Id, Q)| {
            let number = &self.numbers[id.index()];
            let divides = integers && !q.abs().is_one();
            let work = number.occurs.len() + number.keys.len();
            (divides, work, std::cmp::Reverse(id))
        };
        let &(id, q) = form.parts.iter().min_by_key(|part| cost(part))?;
        let mut rest = form.clone();
        rest.parts.retain(|part| part.0 != id);
        Some((id, rest.times(-super::linear::inverse(q)?)?))
    }

    fn replace(&mut self, id: Id, by: &Form, todo: &mut Vec<Fact>) {
        for user in self.numbers[id.index()].occurs.clone() {
            let before = self.form(user).clone();
            if before.coefficient(id).is_zero() {
                continue;
            }
            let Some(form) = before.substitute(id, by) else {
                continue;
            };
            if form.parts.len() > 2 * MAX_PARTS && user != id {
                continue;
            }
            let form = Rc::new(form);
            self.numbers[user.index()].form = form.clone();
            self.note_form(user, form, Some(&before));
            self.trail.push(Undo::Form { id: user, before });
        }
        for key in self.numbers[id.index()].keys.clone() {
            let (Some(range), Some(form)) = (self.ranges.get(&key), key.substitute(id, by)) else {
                continue;
            };
            if let Some(end) = range.lower
                && let Some(form) = form.shifted(-end.value)
            {
                todo.push(Fact::AtLeast(form, end.strict));
            }
            if let Some(end) = range.upper
                && let Some(form) = form.times(-Q::one()).and_then(|f| f.shifted(end.value))
            {
                todo.push(Fact::AtLeast(form, end.strict));
            }
            // A value is compared with all holes at once: the branches of a long chain of
            // equations each meet the holes of those before.
            if let Some(value) = form.value() {
                self.conflict |= range.holes.contains(value);
                continue;
            }
            for hole in range.holes.iter() {
                if let Some(form) = form.shifted(-hole) {
                    todo.push(Fact::NotZero(form));
                }
            }
        }
    }

    /// Whether all numbers of a form are integers.
    pub fn integers(&self, form: &Form) -> bool {
        form.parts.iter().all(|part| self.is_integer(part.0))
    }

    /// Whether the value of a form is an integer, whatever those of its numbers are.
    pub fn is_whole(&self, form: &Form) -> bool {
        let mut factors = form.parts.iter().map(|part| part.1);
        self.integers(form) && form.constant.is_integer() && factors.all(|q| q.is_integer())
    }

    /// The bound on a form's key that `form >= 0` implies, and whether it is the lower
    /// one.
    fn end(&self, form: &Form, factor: Q, strict: bool) -> Option<(End, bool)> {
        let value = times(-form.constant, super::linear::inverse(factor)?)?;
        let lower = factor.is_positive();
        if !self.integers(form) {
            return Some((End { value, strict }, lower));
        }
        let whole = value.is_integer();
        let one = if strict && whole { Q::one() } else { Q::zero() };
        let value = if lower {
            plus(value.ceil(), one)?
        } else {
            plus(value.floor(), -one)?
        };
        let strict = false;
        Some((End { value, strict }, lower))
    }

    /// Records that a form is not negative; positive, if strict.
    fn bound(&mut self, form: &Form, strict: bool, todo: &mut Vec<Fact>) {
        if let Some(value) = form.value() {
            self.conflict |= value.is_negative() || (strict && value.is_zero());
            return;
        }
        let Some((key, factor)) = form.keyed() else {
            return;
        };
        let Some((end, lower)) = self.end(form, factor, strict) else {
            return;
        };
        let known = self.ranges.get_key_value(&key);
        let side = known.and_then(|(_, range)| if lower { range.lower } else { range.upper });
        if side.is_some_and(|old| !tighter(end, old, lower)) {
            return;
        }
        let (key, mut range) = match known {
            Some((key, range)) => (key.clone(), range.clone()),
            None => (Rc::new(key), Range::default()),
        };
        if lower {
            range.lower = Some(end)
        } else {
            range.upper = Some(end)
        }
        self.narrow(key, range, todo);
    }

    /// Records that a form is not zero.
    fn exclude(&mut self, form: &Form, todo: &mut Vec<Fact>) {
        if let Some(value) = form.value() {
            self.conflict |= value.is_zero();
            return;
        }
        let Some((key, factor)) = form.keyed() else {
            return;
        };
        let hole = super::linear::inverse(factor).and_then(|q| times(-form.constant, q));
        let Some(hole) = hole else { return };
        let key = Rc::new(key);
        let mut range = self.ranges.get(&key).cloned().unwrap_or_default();
        if range.holes.insert(hole) {
            self.narrow(key, range, todo);
        }
    }

    /// Tightens a range and propagates.
    fn narrow(&mut self, key: Rc<Form>, mut range: Range, todo: &mut Vec<Fact>) {
        self.skip_holes(&key, &mut range);
        if let (Some(lower), Some(upper)) = (range.lower, range.upper) {
            if lower.value > upper.value
                || (lower.value == upper.value && (lower.strict || upper.strict))
            {
                self.conflict = true;
                return;
            }
            if lower.value == upper.value
                && let Some(form) = key.shifted(-lower.value)
            {
                todo.push(Fact::Zero(form));
            }
        }
        match self.ranges.insert(key.clone(), range) {
            Some(before) => {
                self.earlier_ranges.push((key.clone(), before));
                self.trail.push(Undo::Range);
            }
            None => {
                for (id, _) in &key.parts {
                    self.numbers[id.index()].keys.push(key.clone());
                }
                self.trail.push(Undo::NewRange(key.clone()));
            }
        }
        self.log.push(key);
    }

    /// Tightens bounds past excluded values.
    fn skip_holes(&self, key: &Form, range: &mut Range) {
        let integers = self.integers(key);
        for (end, step) in [(&mut range.lower, Q::one()), (&mut range.upper, -Q::one())] {
            let Some(at) = end.as_mut() else { continue };
            if !integers {
                at.strict |= range.holes.contains(at.value);
            } else if let Some(value) = range.holes.beyond(at.value, step) {
                at.value = value;
            }
        }
    }

    /// Whether the range of its key implies that a form in normal form is not negative
    /// (positive, if strict).
    pub fn surely_at_least(&self, form: &Form, strict: bool) -> bool {
        if let Some(value) = form.value() {
            return value.is_positive() || (value.is_zero() && !strict);
        }
        let Some((key, factor)) = form.keyed() else {
            return false;
        };
        let range = self.ranges.get(&key);
        range.is_some_and(|range| range.is_at_least(factor, form.constant, strict))
    }

    /// Whether ranges imply that a form in normal form is not negative: its own, or those of forms
    /// that it is a sum of.
    pub fn sums_to_at_least(&self, form: &Form) -> bool {
        if self.surely_at_least(form, false) {
            return true;
        }
        let mut rest = form.clone();
        while let Some(&(id, factor)) = rest.parts.iter().max_by_key(|part| part.0) {
            let newest = self.numbers[id.index()].keys.iter().take(MAX_KEYS);
            let mut less = newest.filter_map(|key| self.without(&rest, key, id, factor));
            let Some(less) = less.find(|less| less.parts.len() < rest.parts.len()) else {
                return false;
            };
            rest = less;
        }
        !rest.constant.is_negative()
    }

    /// A form that is at most another one: with the least value of the multiple of a key that
    /// cancels this part of it.
    fn without(&self, form: &Form, key: &Rc<Form>, id: Id, factor: Q) -> Option<Form> {
        let range = self.ranges.get(key)?;
        let multiple = times(factor, super::linear::inverse(key.coefficient(id))?)?;
        let end = if multiple.is_positive() {
            range.lower
        } else {
            range.upper
        };
        let least = times(end?.value, multiple)?;
        form.plus(key, -multiple)?.shifted(least)
    }

    /// Whether the range of its key implies that a form in normal form is not zero.
    pub fn surely_not_zero(&self, form: &Form) -> bool {
        if let Some(value) = form.value() {
            return !value.is_zero();
        }
        let Some((key, factor)) = form.keyed() else {
            return false;
        };
        let range = self.ranges.get(&key);
        let is_positive = |factor: Q, constant: Q| {
            range.is_some_and(|range| range.is_at_least(factor, constant, true))
        };
        if is_positive(factor, form.constant) || is_positive(-factor, -form.constant) {
            return true;
        }
        let zero = if factor.is_one() {
            -form.constant
        } else {
            -form.constant / factor
        };
        if self.integers(form) && !zero.is_integer() {
            return true;
        }
        range.is_some_and(|range| range.holes.contains(zero))
    }

    /// The bounds of a number by the range of its key: the lower and the upper one.
    pub fn bounds(&self, id: Id) -> [Option<Q>; 2] {
        let form = self.form(id);
        if let Some(value) = form.value() {
            return [Some(value); 2];
        }
        let Some((key, factor)) = form.keyed() else {
            return [None; 2];
        };
        let Some(range) = self.ranges.get(&key) else {
            return [None; 2];
        };
        let value = |end: Option<End>| plus(times(end?.value, factor)?, form.constant);
        let ends = [value(range.lower), value(range.upper)];
        if factor.is_positive() {
            ends
        } else {
            [ends[1], ends[0]]
        }
    }

    /// The ranges of forms that mention a number, over independent numbers.
    pub fn ranges_of(&self, id: Id) -> impl Iterator<Item = (&Rc<Form>, &Range)> {
        let keys = self.numbers[id.index()].keys.iter();
        keys.filter_map(|key| Some((key, self.current_range(key)?)))
    }

    /// The range of a form, if it is over independent numbers.
    fn current_range(&self, key: &Rc<Form>) -> Option<&Range> {
        let is_independent = |part: &(Id, Q)| self.form(part.0).is_variable(part.0);
        let is_current = key.parts.iter().all(is_independent);
        is_current.then(|| self.ranges.get(key)).flatten()
    }

    /// The ranges connected with these numbers, nearest first; at most `limit`.
    pub fn connected(&self, seeds: &[Id], limit: usize) -> Vec<(&Rc<Form>, &Range)> {
        let mut ranges: Vec<(&Rc<Form>, &Range)> = Vec::new();
        let mut keys = FxHashSet::default();
        let mut numbers = IdSet::with_room(self.numbers.len());
        let mut todo: Vec<Id> = Vec::new();
        for &seed in seeds {
            for (id, _) in &self.form(seed).parts {
                if numbers.insert(*id) {
                    todo.push(*id);
                }
            }
        }
        let mut at = 0;
        while let Some(&id) = todo.get(at) {
            at += 1;
            for key in &self.numbers[id.index()].keys {
                // All numbers of a key share it, which may be long.
                if key.parts.len() > 1 && !keys.insert(Rc::as_ptr(key)) {
                    continue;
                }
                let Some(range) = self.current_range(key) else {
                    continue;
                };
                if range.lower.is_none() && range.upper.is_none() {
                    continue;
                }
                if ranges.len() >= limit {
                    return ranges;
                }
                ranges.push((key, range));
                for (other, _) in &key.parts {
                    if numbers.insert(*other) {
                        todo.push(*other);
                    }
                }
            }
        }
        ranges
    }
}

/// Whether one bound is tighter than another.
fn tighter(new: End, old: End, lower: bool) -> bool {
    if new.value == old.value {
        return new.strict && !old.strict;
    }
    (new.value > old.value) == lower
}
