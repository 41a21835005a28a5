//! The concolic domain: concrete values, and beside them terms over symbols of the input.
//!
//! Nothing in it is undecided: concrete values decide. What they decide is recorded as a
//! condition on the input, wherever it depends on one: truth values, divisors, ranges of machine
//! integers, bounds of arrays, and for references whether they are null, which object they are of
//! those met before, and its class. A reference has a term only if it is one of the input, so
//! its term is a symbol. Collections have the terms of their elements; how many there are is
//! decided. What has no term is taken as it is: maps, amounts of permission that are held, what
//! most of the library's members compute (`natives.rs` has those with terms), and what grows too large.
//!
//! A divergence costs an input, never a wrong report: inputs are plain data
//! (`crates/ir/src/input.rs`), the precondition is checked when they run, and violations are
//! repeated by the concrete domain. Expansions (`testing/expansion.rs`) depend on their input alone
//! (terms and Z3 are new for each), and a fixed number is expanded at once, so that the number of
//! threads cannot show. A query has only the conditions that share symbols with the negated one,
//! transitively; all other values stay.

mod cells;
mod collections;
pub mod coverage;
mod given;
mod natives;
mod references;
pub mod symbols;
mod texts;
pub mod trace;

use super::code::{Constant, RoutineId, UnknownSite};
use super::concrete::Concrete;
use super::concrete::value::Value;
use super::domain::{Domain, HeapMark, Outcome, PureKey};
use super::formulas;
use super::input::{InputUnknown, InputValue};
use super::natives::Native;
use super::permission::{Fraction, Location, Locations, STATIC};
use cells::{Cells, Symbolic};
use coverage::Coverage;
use given::{Source, symbolic};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;
use symbols::{Spot, Symbols};
use trace::{CodePlace, Trace};
use veriframe_ir::{
    BinOp, ClassId, CollOp, FieldId, Overflow, PredId, Program, Type, UnOp, UniqueId, Width,
};
use veriframe_logic::{Term, Terms};

/// A concrete value, and its term if it depends on the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mixed {
    /// The value.
    pub concrete: Value,
    /// Its term.
    pub term: Option<Term>,
    /// The elements of a collection, if one depends on the input: of a sequence in order, of
    /// others in any order. The characters of a text that was made from others.
    pub parts: Option<Rc<[Mixed]>>,
}

/// Terms, and the symbols of the input.
#[derive(Debug)]
pub struct Formulas<'p> {
    /// The terms.
    pub terms: Terms,
    /// The symbols.
    pub symbols: Symbols<'p>,
}

/// The size from which a term is given up.
const MAX_SIZE: u32 = 5_000;

/// The greatest number that is compared with all those before it.
const MAX_COMPARED: i64 = 32;

/// The most results of pure calls, and slices, that are remembered.
const MAX_RESULTS: usize = 50_000;

/// The result of an operation.
type Result1<T> = Outcome<T, Infallible>;

/// The concolic domain.
#[derive(Clone, Debug)]
pub struct Concolic<'p> {
    program: &'p Program,
    concrete: Concrete<'p>,
    /// Shared by clones: terms are only added.
    formulas: Rc<RefCell<Formulas<'p>>>,
    cells: Cells,
    /// The lengths of arrays that depend on the input, by object.
    lengths: FxHashMap<u32, Term>,
    /// The symbols that references to objects of the input were followed through first, in order,
    /// with the objects.
    met: Vec<(Term, u32)>,
    /// The sizes of collections of the input that are decided.
    sized: FxHashSet<Term>,
    /// The objects of the input.
    objects: Rc<[Value]>,
    /// All symbols of references that were followed.
    followed: FxHashSet<Term>,
    /// What was decided.
    pub trace: Trace,
    /// What was reached.
    pub coverage: Coverage,
    place: CodePlace,
    results: Results,
    slices: Slices,
    /// Whether a value was computed from the input that has no term, so that what it decides is
    /// not known to depend on the input.
    is_opaque: Cell<bool>,
}

/// Results of pure calls since the heap was changed.
#[derive(Clone, Debug, Default)]
struct Results(FxHashMap<(u32, Vec<Mixed>, Option<HeapMark>), Mixed>);

/// The slices whose bounds were decided: the length of the array, and the bounds. Deciding them again
/// adds no condition.
#[derive(Clone, Debug, Default)]
struct Slices(FxHashSet<(Mixed, [Option<Mixed>; 2])>);

impl<'p> Concolic<'p> {
    /// A domain without an input, which goes on from this state of the concrete one.
    #[must_use]
    pub fn new(program: &'p Program, concrete: Concrete<'p>, coverage: Coverage) -> Concolic<'p> {
        let mut terms = Terms::new();
        let symbols = Symbols::new(program, &mut terms);
        Concolic {
            program,
            concrete,
            formulas: Rc::new(RefCell::new(Formulas { terms, symbols })),
            cells: Cells::default(),
            lengths: FxHashMap::default(),
            met: Vec::new(),
            sized: FxHashSet::default(),
            objects: Rc::default(),
            followed: FxHashSet::default(),
            trace: Trace::default(),
            coverage,
            place: CodePlace::default(),
            results: Results::default(),
            slices: Slices::default(),
            is_opaque: Cell::new(false),
        }
    }

    /// Whether a value was computed from the input that has no term.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.is_opaque.get()
    }

    /// Terms and symbols.
    #[must_use]
    pub fn formulas(&self) -> &RefCell<Formulas<'p>> {
        &self.formulas
    }

    /// The symbols that objects of the input were met through, in order.
    pub fn met(&self) -> impl Iterator<Item = Term> + '_ {
        self.met.iter().map(|(symbol, _)| *symbol)
    }

    /// The values that nobody knows that the run has taken.
    #[must_use]
    pub fn unknowns(&self) -> &[InputUnknown] {
        self.concrete.unknowns().taken()
    }

    /// Takes what has been printed since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.concrete.take_output()
    }

    /// Notes that a value was computed from the input that has no term, if it is so.
    fn opaque_if(&self, has_no_term: bool) {
        self.is_opaque.set(self.is_opaque.get() || has_no_term);
    }

    /// Records a decision.
    fn decide(&mut self, condition: Option<Term>, outcome: bool) {
        let Some(condition) = condition else { return };
        let terms = &mut self.formulas.borrow_mut().terms;
        self.trace.decide(terms, condition, outcome, self.place);
    }

    /// A term made from terms; `None` if it is a constant, or too large.
    fn term(&self, make: impl FnOnce(&mut Terms) -> Option<Term>) -> Option<Term> {
        let terms = &mut self.formulas.borrow_mut().terms;
        let Some(made) = make(terms) else {
            self.is_opaque.set(true);
            return None;
        };
        let is_constant = terms.is_bool(made, true)
            || terms.is_bool(made, false)
            || formulas::integer(terms, made).is_some();
        let is_large = terms.size(made) > MAX_SIZE;
        if is_large {
            self.is_opaque.set(true);
        }
        (!is_constant && !is_large).then_some(made)
    }

    /// The term of a value; of one that does not depend on the input, if there is one.
    fn term_of(&self, value: &Mixed) -> Option<Term> {
        if value.term.is_some() {
            return value.term;
        }
        let Formulas { terms, symbols } = &mut *self.formulas.borrow_mut();
        Some(match &value.concrete {
            Value::Null => terms.null(),
            Value::Bool(b) => terms.bool(*b),
            Value::Perm(amount) => terms.perm((**amount).clone()),
            Value::Ref(id) => return symbols.unique(UniqueId(*id)),
            number => {
                let number = number.big()?;
                terms.int(number)
            }
        })
    }

    fn binary_term(&self, op: BinOp, left: &Mixed, right: &Mixed) -> Option<Term> {
        if self.texts_differ(left, right) {
            return None;
        }
        if left.parts.is_some() || right.parts.is_some() {
            let Some(same) = self.equal_collections(left, right) else {
                // Sequences of different lengths differ, whatever is in them.
                let differ = matches!(
                    (&left.concrete, &right.concrete),
                    (Value::Seq(a), Value::Seq(b)) if a.len() != b.len()
                );
                self.opaque_if(!differ);
                return None;
            };
            return if op.equality()? {
                Some(same)
            } else {
                self.term(|terms| Some(terms.not(same)))
            };
        }
        if left.term.is_none() && right.term.is_none() {
            return None;
        }
        let (left, right) = (self.term_of(left)?, self.term_of(right)?);
        self.term(|terms| formulas::binary(terms, op, left, right))
    }

    /// Decides that a value that depends on the input is what it is. A small number is compared
    /// with those before it, so that each of them has a path of its own.
    fn fix(&mut self, value: &Mixed) {
        let Some(term) = value.term else { return };
        let before = match value.concrete {
            Value::Int(n) if (0..=MAX_COMPARED).contains(&n) => 0..n,
            _ => 0..0,
        };
        for other in before {
            let same = self.equals(term, Value::Int(other));
            self.decide(same, false);
        }
        let same = self.equals(term, value.concrete.clone());
        self.decide(same, true);
    }

    fn equals(&self, term: Term, value: Value) -> Option<Term> {
        let value = self.term_of(&plain(value))?;
        self.term(|terms| Some(terms.eq(term, value)))
    }

    /// The cell of a field, once the receiver has been followed.
    fn cell(&mut self, receiver: &Mixed, field: FieldId) -> Result1<Location> {
        self.follow(receiver);
        self.concrete.field_location(&receiver.concrete, field)
    }

    /// Decides that an index is within an array, or is not, and which one it is.
    fn index(&mut self, array: &Mixed, index: &Mixed) -> Result1<()> {
        self.follow(array);
        let length = self.array_length(array)?;
        self.within_length(index, &length);
        Ok(())
    }

    /// Decides that an index is within a length, or is not, and which one it is.
    fn within_length(&mut self, index: &Mixed, length: &Mixed) {
        let zero = plain(Value::Int(0));
        let (low, high) = (
            self.binary_term(BinOp::Lt, index, &zero),
            self.binary_term(BinOp::Lt, index, length),
        );
        let is_below = |left: &Value, right: &Value| left.big() < right.big();
        let is_negative = is_below(&index.concrete, &zero.concrete);
        self.decide(low, is_negative);
        if !is_negative {
            let is_within = is_below(&index.concrete, &length.concrete);
            self.decide(high, is_within);
            if is_within {
                self.fix(index);
            }
        }
    }

    fn array_length(&mut self, array: &Mixed) -> Result1<Mixed> {
        let concrete = self.concrete.length(&array.concrete)?;
        let term = match array.concrete {
            Value::Ref(object) => self.lengths.get(&object).copied(),
            _ => None,
        };
        Ok(mixed(concrete, term))
    }

    /// Decides the bounds of a slice.
    fn slice(&mut self, array: &Mixed, from: Option<&Mixed>, until: Option<&Mixed>) -> Result1<()> {
        self.follow(array);
        let length = self.array_length(array)?;
        let slice = (length.clone(), [from.cloned(), until.cloned()]);
        let is_new = self.slices.0.len() >= MAX_RESULTS || self.slices.0.insert(slice);
        if !is_new {
            return Ok(());
        }
        if until.is_none() {
            // As many elements as there are.
            self.fix(&length);
        }
        self.bounds(&length, from, until);
        Ok(())
    }

    /// Decides whether the bounds of a part are within a length and in order, and which they are.
    fn bounds(&mut self, length: &Mixed, from: Option<&Mixed>, until: Option<&Mixed>) {
        let zero = plain(Value::Int(0));
        let is_less = |left: &Mixed, right: &Mixed| left.concrete.big() < right.concrete.big();
        for bound in [from, until].into_iter().flatten() {
            let negative = self.binary_term(BinOp::Lt, bound, &zero);
            self.decide(negative, is_less(bound, &zero));
            let outside = self.binary_term(BinOp::Lt, length, bound);
            self.decide(outside, is_less(length, bound));
            if !is_less(bound, &zero) && !is_less(length, bound) {
                self.fix(bound);
            }
        }
        if let (Some(from), Some(until)) = (from, until) {
            let reversed = self.binary_term(BinOp::Lt, until, from);
            self.decide(reversed, is_less(until, from));
        }
    }

    fn changed(&mut self) {
        self.results.0.clear();
    }
}

/// The cell of a static field.
fn static_cell(field: FieldId) -> Location {
    Location {
        object: STATIC,
        part: field.0,
    }
}

/// A value that does not depend on the input.
fn plain(concrete: Value) -> Mixed {
    mixed(concrete, None)
}

/// A value with its term.
fn mixed(concrete: Value, term: Option<Term>) -> Mixed {
    Mixed {
        concrete,
        term,
        parts: None,
    }
}

/// Whether one of these values depends on the input.
fn depends(values: &[Mixed]) -> bool {
    let mut values = values.iter();
    values.any(|value| value.term.is_some() || value.parts.is_some())
}

fn concrete_values(values: &[Mixed]) -> Vec<Value> {
    values.iter().map(|value| value.concrete.clone()).collect()
}

impl Domain for Concolic<'_> {
    type Value = Mixed;
    type Choice = Infallible;

    #[inline]
    fn visit(&mut self, routine: RoutineId, at: u32) {
        self.place = CodePlace::new(routine, at);
        self.coverage.reach(self.place);
    }

    fn constant(&mut self, constant: &Constant) -> Mixed {
        plain(self.concrete.constant(constant))
    }

    fn unary(&mut self, op: UnOp, operand: &Mixed) -> Result1<Mixed> {
        let concrete = self.concrete.unary(op, &operand.concrete)?;
        let term = operand
            .term
            .and_then(|operand| self.term(|terms| formulas::unary(terms, op, operand)));
        Ok(mixed(concrete, term))
    }

    fn binary(&mut self, op: BinOp, left: &Mixed, right: &Mixed) -> Result1<Mixed> {
        if op.divides() && right.term.is_some() {
            let zero = plain(Value::Int(0));
            let is_zero = self
                .concrete
                .binary(BinOp::Eq, &right.concrete, &zero.concrete)?;
            let condition = self.binary_term(BinOp::Eq, right, &zero);
            self.decide(condition, is_zero == Value::Bool(true));
        }
        let concrete = self.concrete.binary(op, &left.concrete, &right.concrete)?;
        if let Some(is_equality) = op.equality()
            && let Some(same) = self.equal_texts(left, right)
        {
            let term = same.term;
            let term = match is_equality {
                true => term,
                false => term.and_then(|term| self.term(|terms| Some(terms.not(term)))),
            };
            return Ok(mixed(concrete, term));
        }
        let term = self.binary_term(op, left, right);
        Ok(mixed(concrete, term))
    }

    #[inline]
    fn extra_steps(&self, op: BinOp, left: &Mixed, right: &Mixed) -> u64 {
        self.concrete
            .extra_steps(op, &left.concrete, &right.concrete)
    }

    fn take_work(&mut self) -> u64 {
        self.concrete.take_work()
    }

    fn convert(&mut self, overflow: Overflow, width: Width, operand: &Mixed) -> Result1<Mixed> {
        let Some(term) = operand.term else {
            let concrete = self.concrete.convert(overflow, width, &operand.concrete)?;
            return Ok(plain(concrete));
        };
        let fits = operand.concrete.big().is_some_and(|n| width.holds(&n));
        let condition = self.term(|terms| Some(formulas::in_range(terms, width, term)));
        self.decide(condition, fits);
        let concrete = self.concrete.convert(overflow, width, &operand.concrete)?;
        let term = if fits {
            Some(term)
        } else {
            self.term(|terms| Some(formulas::wrapped(terms, width, term)))
        };
        Ok(mixed(concrete, term))
    }

    fn collection(&mut self, op: CollOp, operands: &[Mixed], ty: &Type) -> Result1<Mixed> {
        let value = self.collected(op, operands, ty)?;
        // A number or a truth value without a term does not depend on the input, if the elements are
        // known.
        let is_followed = match op {
            CollOp::Size | CollOp::In | CollOp::Count | CollOp::Subset => {
                Self::have_known_parts(operands)
            }
            _ => depends(std::slice::from_ref(&value)),
        };
        if !is_followed && depends(operands) {
            self.is_opaque.set(true);
        }
        Ok(value)
    }

    fn truth(&mut self, condition: &Mixed) -> Result1<bool> {
        let outcome = self.concrete.truth(&condition.concrete)?;
        self.coverage.decide(self.place, outcome);
        if condition.term.is_some() {
            self.coverage.turn(self.place, outcome);
        }
        self.decide(condition.term, outcome);
        Ok(outcome)
    }

    fn enumerated(&mut self, domain: &Mixed) -> Result1<Mixed> {
        match &domain.concrete {
            Value::Seq(_) => Ok(domain.clone()),
            _ => self.enumerated_parts(domain),
        }
    }

    fn element_at(&mut self, domain: &Mixed, position: &Mixed) -> Result1<Option<Mixed>> {
        let element = self
            .concrete
            .element_at(&domain.concrete, &position.concrete)?;
        let at = position.concrete.index();
        let part = match (&domain.concrete, &domain.parts) {
            (Value::Seq(_), Some(parts)) => at.and_then(|at| parts.get(at)),
            _ => None,
        };
        Ok(element.map(|element| part.cloned().unwrap_or_else(|| plain(element))))
    }

    fn allocate(&mut self, class: ClassId) -> Result1<Mixed> {
        Ok(plain(self.concrete.allocate(class)?))
    }

    fn allocate_array(&mut self, elem: &Type, length: &Mixed) -> Result1<Mixed> {
        let zero = plain(Value::Int(0));
        let negative = self.binary_term(BinOp::Lt, length, &zero);
        self.decide(negative, length.concrete.big() < zero.concrete.big());
        let array = self.concrete.allocate_array(elem, &length.concrete)?;
        if let (Some(term), Value::Ref(object)) = (length.term, &array) {
            self.lengths.insert(*object, term);
        }
        Ok(plain(array))
    }

    fn require_object(&mut self, object: &Mixed) -> Result1<()> {
        self.follow(object);
        self.concrete.require_object(&object.concrete)
    }

    fn class_of(&mut self, object: &Mixed) -> Result1<ClassId> {
        self.class_for(object, &mut |class| Some(class.0))
    }

    fn class_for(
        &mut self,
        object: &Mixed,
        key: &mut dyn FnMut(ClassId) -> Option<u32>,
    ) -> Result1<ClassId> {
        self.follow(object);
        let class = self.concrete.class_of(&object.concrete)?;
        let Some(symbol) = object.term else {
            return Ok(class);
        };
        let own = key(class);
        let mut left = self.candidates(symbol);
        while let Some(first) = left.first() {
            let other = key(*first);
            let (same, rest): (Vec<ClassId>, Vec<ClassId>) =
                left.iter().partition(|class| key(**class) == other);
            if rest.is_empty() {
                // It is the last one.
                break;
            }
            let Formulas { terms, symbols } = &mut *self.formulas.borrow_mut();
            let is_this = symbols.is_of(terms, symbol, &same);
            self.trace.decide(terms, is_this, other == own, self.place);
            if other == own {
                break;
            }
            left = rest;
        }
        Ok(class)
    }

    fn instance_of(&mut self, object: &Mixed, class: ClassId) -> Result1<Mixed> {
        let concrete = self.concrete.instance_of(&object.concrete, class)?;
        let term = object.term.and_then(|symbol| {
            let below = self.is_below(symbol, class)?;
            self.term(|_| Some(below))
        });
        Ok(mixed(concrete, term))
    }

    fn cast(&mut self, object: &Mixed, class: ClassId) -> Result1<()> {
        let done = self.concrete.cast(&object.concrete, class);
        if let Some(symbol) = object.term
            && let Some(below) = self.is_below(symbol, class)
        {
            let fits = self.term(|terms| {
                let null = terms.null();
                let is_null = terms.eq(symbol, null);
                Some(terms.or([is_null, below]))
            });
            self.decide(fits, done.is_ok());
        }
        done
    }

    fn field(&mut self, receiver: &Mixed, field: FieldId, at: Option<HeapMark>) -> Result1<Mixed> {
        let cell = self.cell(receiver, field)?;
        let concrete = self.concrete.field(&receiver.concrete, field, at)?;
        let known = self.cells.read(cell, at);
        Ok(self.known(concrete, known))
    }

    fn set_field(&mut self, receiver: &Mixed, field: FieldId, value: Mixed) -> Result1<()> {
        let cell = self.cell(receiver, field)?;
        let known = Symbolic::of(&value);
        self.concrete
            .set_field(&receiver.concrete, field, value.concrete)?;
        self.cells.write(cell, known);
        self.changed();
        Ok(())
    }

    fn static_field(&mut self, field: FieldId, at: Option<HeapMark>) -> Mixed {
        let concrete = self.concrete.static_field(field, at);
        let known = self.cells.read(static_cell(field), at);
        self.known(concrete, known)
    }

    fn set_static(&mut self, field: FieldId, value: Mixed) {
        let known = Symbolic::of(&value);
        self.concrete.set_static(field, value.concrete);
        self.cells.write(static_cell(field), known);
        self.changed();
    }

    fn length(&mut self, array: &Mixed) -> Result1<Mixed> {
        self.follow(array);
        self.array_length(array)
    }

    fn element(&mut self, array: &Mixed, index: &Mixed, at: Option<HeapMark>) -> Result1<Mixed> {
        self.index(array, index)?;
        let concrete = self
            .concrete
            .element(&array.concrete, &index.concrete, at)?;
        let known = element_cell(array, index).and_then(|cell| self.cells.read(cell, at));
        Ok(self.known(concrete, known))
    }

    fn set_element(&mut self, array: &Mixed, index: &Mixed, value: Mixed) -> Result1<()> {
        self.index(array, index)?;
        let known = Symbolic::of(&value);
        self.concrete
            .set_element(&array.concrete, &index.concrete, value.concrete)?;
        if let Some(cell) = element_cell(array, index) {
            self.cells.write(cell, known);
        }
        self.changed();
        Ok(())
    }

    fn elements(
        &mut self,
        array: &Mixed,
        from: Option<&Mixed>,
        until: Option<&Mixed>,
        at: Option<HeapMark>,
    ) -> Result1<Mixed> {
        self.slice(array, from, until)?;
        let bounds = [from, until].map(|bound| bound.map(|bound| &bound.concrete));
        let [from, until] = bounds;
        let concrete = self.concrete.elements(&array.concrete, from, until, at)?;
        let located = self
            .concrete
            .element_locations(&array.concrete, from, until)?;
        Ok(self.read_elements(concrete, array, located.parts, at))
    }

    fn any_value(&mut self, site: &UnknownSite) -> Result1<Mixed> {
        let concrete = self.concrete.any_value(site)?;
        // It can also be an object that the run has made, or an amount above 1.
        let is_made = || site.ty.is_ref() && self.concrete.has_made_objects();
        self.opaque_if(site.ty == Type::Perm || is_made());
        let taken = self.concrete.unknowns().taken();
        let number = taken.len().saturating_sub(1);
        let spot = Spot::Unknown(u32::try_from(number).unwrap_or(u32::MAX));
        let default = InputValue::default_of(&site.ty);
        let source = Source {
            ty: &site.ty,
            value: taken.last().map_or(&default, |unknown| &unknown.value),
            objects: &self.objects,
        };
        let known = {
            let Formulas { terms, symbols } = &mut *self.formulas.borrow_mut();
            symbolic(terms, symbols, spot, source)
        };
        Ok(self.known(concrete, known))
    }

    fn native(
        &mut self,
        native: Native,
        operands: &[Mixed],
        at: Option<HeapMark>,
    ) -> Result1<Mixed> {
        self.run_native(native, operands, at)
    }

    fn mark(&mut self) -> HeapMark {
        let mark = self.concrete.mark();
        self.cells.mark(mark);
        mark
    }

    fn release(&mut self, mark: HeapMark) {
        self.concrete.release(mark);
    }

    fn forget(&mut self, mark: HeapMark) {
        self.concrete.forget(mark);
    }

    fn field_location(&mut self, receiver: &Mixed, field: FieldId) -> Result1<Location> {
        self.cell(receiver, field)
    }

    fn element_locations(
        &mut self,
        array: &Mixed,
        from: Option<&Mixed>,
        until: Option<&Mixed>,
    ) -> Result1<Locations> {
        self.slice(array, from, until)?;
        let bounds = [from, until].map(|bound| bound.map(|bound| &bound.concrete));
        let [from, until] = bounds;
        self.concrete
            .element_locations(&array.concrete, from, until)
    }

    fn instance_location(&mut self, pred: PredId, operands: &[Mixed]) -> Location {
        let operands = concrete_values(operands);
        self.concrete.instance_location(pred, &operands)
    }

    fn is_unchanged(&mut self, location: Location, since: HeapMark) -> Result1<bool> {
        let same = self.concrete.is_unchanged(location, since)?;
        let now = self.cells.read(location, None);
        let then = self.cells.read(location, Some(since));
        match (now, then) {
            (Some(Symbolic::Term(now)), Some(Symbolic::Term(then)))
                if now == then || !self.is_text_symbol(now) && !self.is_text_symbol(then) =>
            {
                let condition = self.term(|terms| Some(terms.eq(now, then)));
                self.decide(condition, same);
            }
            (now, then) => self.opaque_if(now != then),
        }
        Ok(same)
    }

    fn fraction(&mut self, amount: &Mixed) -> Result1<Option<Fraction>> {
        let none = plain(Value::Int(0));
        let positive = self.binary_term(BinOp::Lt, &none, amount);
        let fraction = self.concrete.fraction(&amount.concrete)?;
        self.decide(positive, fraction.is_some());
        // What is held has no term: how much is enough is not decided.
        self.opaque_if(amount.term.is_some());
        self.fix(amount);
        Ok(fraction)
    }

    fn any_amount(&mut self) {
        self.is_opaque.set(true);
    }

    fn show(&self, value: &Mixed, ty: &Type) -> String {
        self.concrete.show(&value.concrete, ty)
    }

    fn show_all(&self, values: &[(&Mixed, &Type)]) -> Vec<String> {
        let values = values.iter();
        let concrete = values.map(|(value, ty)| (&value.concrete, *ty));
        self.concrete.show_all(&concrete.collect::<Vec<_>>())
    }

    fn remembered(&self, call: &PureKey<'_, Mixed>) -> Option<Mixed> {
        let key = (call.routine, call.inputs.to_vec(), call.at);
        self.results.0.get(&key).cloned()
    }

    fn remember(&mut self, call: &PureKey<'_, Mixed>, result: &Mixed) {
        if self.results.0.len() >= MAX_RESULTS {
            self.results.0.clear();
        }
        let key = (call.routine, call.inputs.to_vec(), call.at);
        self.results.0.insert(key, result.clone());
    }
}

/// The cell of an element whose index is within bounds.
fn element_cell(array: &Mixed, index: &Mixed) -> Option<Location> {
    let Value::Ref(object) = array.concrete else {
        return None;
    };
    let part = u32::try_from(index.concrete.index()?).ok()?;
    Some(Location { object, part })
}
