//! Inputs: values that the user gives, with symbols among them, and the input that a model of a
//! path condition describes.

use super::contents::Contents;
use super::heap::{Cell, Heap, Made};
use super::model_input::Builder;
use super::structures::Structures;
use super::texts::{AskedTexts, UNITS};
use super::{Symbolic, Value, formulas};
use crate::formulas::{LETTERS, PRINTABLE};
use crate::input::{Input, InputUnknown};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use veriframe_ir::{ClassId, FieldId, Type};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, ModelSearch, ModelValue, Solver, Sort, Term, Terms};

/// A value that the user gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A number.
    Int(BigInt),
    /// A truth value.
    Bool(bool),
    /// `null`
    Null,
    /// An array.
    List(Vec<Given>),
    /// A symbol: a capitalised name. Equal names are equal values.
    Symbol(String),
    /// A sum, a difference or a product of numbers.
    Op(GivenOp, Box<Given>, Box<Given>),
}

/// An operator of given numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

impl GivenOp {
    fn sign(self) -> char {
        match self {
            GivenOp::Add => '+',
            GivenOp::Sub => '-',
            GivenOp::Mul => '*',
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Int(n) => n.fmt(f),
            Given::Bool(b) => b.fmt(f),
            Given::Null => f.write_str("null"),
            Given::Symbol(name) => f.write_str(name),
            Given::Op(op, a, b) => write!(f, "({a} {} {b})", op.sign()),
            Given::List(elements) => {
                let elements: Vec<String> = elements.iter().map(Given::to_string).collect();
                write!(f, "[{}]", elements.join(", "))
            }
        }
    }
}

/// Why a given value does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenError(pub String);

/// The symbols that were given, by name.
pub type Symbols = BTreeMap<String, (Term, Type)>;

/// The greatest number that an input has if it need not be greater.
const SMALL: u32 = 100;

/// Z3's resource limit of a search with a few elements, all attempts together.
const RLIMIT: u32 = 4_000_000;

/// The greatest length that an array of an input has if it need not be greater.
pub(super) const SHORT: u32 = 8;

impl Symbolic<'_> {
    /// Makes the symbols of a given value of this type.
    ///
    /// # Errors
    /// If a symbol has two types.
    pub fn declare(
        &mut self,
        given: &Given,
        ty: &Type,
        symbols: &mut Symbols,
    ) -> Result<(), GivenError> {
        match (given, ty) {
            (Given::Symbol(name), _) => match symbols.get(name) {
                Some((_, known)) if known != ty => Err(GivenError(format!(
                    "`{name}` is a `{}` and a `{}`",
                    self.program.type_name(known),
                    self.program.type_name(ty)
                ))),
                Some(_) => Ok(()),
                None => {
                    let value = self.symbol(name, ty);
                    symbols.insert(name.clone(), (self.term(&value), ty.clone()));
                    Ok(())
                }
            },
            (Given::List(elements), Type::Array(elem)) => {
                let mut elements = elements.iter();
                elements.try_for_each(|element| self.declare(element, elem, symbols))
            }
            (Given::Op(_, a, b), Type::Int | Type::Machine(_)) => {
                self.declare(a, ty, symbols)?;
                self.declare(b, ty, symbols)
            }
            _ => Ok(()),
        }
    }

    /// The value of a given value of this type, whose symbols have been declared.
    ///
    /// # Errors
    /// If it is of another type.
    pub fn given(
        &mut self,
        given: &Given,
        ty: &Type,
        symbols: &Symbols,
    ) -> Result<Value, GivenError> {
        let t = match (given, ty) {
            (Given::Op(..), Type::Int | Type::Machine(_)) => {
                let t = self.given_number(given, symbols);
                // An input is a value of its type.
                let fits = match (t, ty) {
                    (Some(t), Type::Machine(width)) => {
                        formulas::in_range(&mut self.terms(), *width, t)
                    }
                    _ => self.terms().bool(true),
                };
                let can_fit = !self.terms().is_bool(fits, false);
                self.fact(fits);
                t.filter(|_| can_fit)
            }
            (Given::Symbol(name), _) => symbols.get(name).map(|(t, _)| *t),
            (Given::Int(n), Type::Int) => Some(self.terms().int(n.clone())),
            (Given::Int(n), Type::Machine(width)) if width.holds(n) => {
                Some(self.terms().int(n.clone()))
            }
            (Given::Int(n), Type::Perm) => Some(self.terms().perm(n.clone().into())),
            (Given::Bool(b), Type::Bool) => Some(self.terms().bool(*b)),
            (Given::Null, ty) if ty.is_ref() => Some(self.terms().null()),
            (Given::List(elements), Type::Array(elem)) => {
                let mut values = Vec::with_capacity(elements.len());
                for element in elements {
                    let value = self.given(element, elem, symbols)?;
                    values.push(self.term(&value));
                }
                Some(self.make_array(values))
            }
            _ => None,
        };
        let wrong = || {
            let ty = self.program.type_name(ty);
            GivenError(format!("`{given}` is no value of type `{ty}`"))
        };
        t.map(Value::of).ok_or_else(wrong)
    }

    /// The number that a term of numbers and symbols is.
    fn given_number(&self, given: &Given, symbols: &Symbols) -> Option<Term> {
        match given {
            Given::Int(n) => Some(self.terms().int(n.clone())),
            Given::Symbol(name) => symbols.get(name).map(|(t, _)| *t),
            Given::Op(op, a, b) => {
                let (a, b) = (
                    self.given_number(a, symbols)?,
                    self.given_number(b, symbols)?,
                );
                let mut terms = self.terms();
                Some(match op {
                    GivenOp::Add => terms.add(a, b),
                    GivenOp::Sub => terms.sub(a, b),
                    GivenOp::Mul => terms.mul(a, b),
                })
            }
            Given::Bool(_) | Given::Null | Given::List(_) => None,
        }
    }

    /// Gives a static field a value.
    pub fn set_static(&mut self, field: FieldId, value: &Value) {
        let value = self.term(value);
        Rc::make_mut(&mut self.heap).statics.insert(field, value);
    }

    /// A new object of exactly this class.
    pub fn object(&mut self, class: ClassId) -> Value {
        Value::of(self.make_object(class))
    }

    /// Assumes that a reference is not null.
    pub fn assume_not_null(&mut self, reference: &Value) {
        let is_null = self.is_null(self.term(reference));
        let not_null = self.terms().not(is_null);
        self.fact(not_null);
    }

    /// Searches an input that takes this path from a start, with values that are small if they can
    /// be. The search says `None` if no input does.
    pub fn find_input(
        &self,
        solver: &mut Solver<'_>,
        start: &Symbolic<'_>,
        roots: &Roots,
    ) -> InputSearch {
        let Some(with_literals) = self.with_literals() else {
            return self.find_input_here(solver, start, roots);
        };
        let found = with_literals.find_input_here(solver, start, roots);
        let is_excluded = matches!(found, InputSearch::Impossible)
            && !matches!(
                self.find_input_here(solver, start, roots),
                InputSearch::Impossible
            );
        if is_excluded {
            InputSearch::Excluded
        } else {
            found
        }
    }

    fn find_input_here(
        &self,
        solver: &mut Solver<'_>,
        start: &Symbolic<'_>,
        roots: &Roots,
    ) -> InputSearch {
        let Roots { receiver, args } = roots;
        let all = receiver.iter().chain(args);
        let mut named: Vec<Term> = all.map(|(value, _)| self.term(value)).collect();
        named.extend(self.unknowns().iter().map(|(_, term)| *term));
        // An unknown reference can be to an object that the path has made, which no input has.
        if !self.unknowns().is_empty() {
            named.extend(self.made_since(start));
        }
        let contents = self.contents();
        named.extend(contents.terms());
        named.extend(contents.texts.terms());
        let wanted = self.wanted(&start.heap, &named);
        let mut is_possible = true;
        for preferred in self.preferences(start, &wanted, &contents.texts) {
            let found = solver.find_model(&self.terms(), &self.path, preferred, &wanted);
            match (found, preferred) {
                (ModelSearch::Found(values), _) => {
                    // A model can have objects that no input has.
                    let found = InputModel {
                        contents: &contents,
                        wanted: &wanted,
                        values,
                    };
                    if let Some(input) = self.input_of(start, roots, found) {
                        return InputSearch::Input(Box::new(input));
                    }
                }
                (ModelSearch::None, None) => is_possible = false,
                (ModelSearch::None | ModelSearch::Unknown, _) => {}
            }
        }
        if !is_possible {
            return InputSearch::Impossible;
        }
        // Axioms of collections keep Z3 from models; what the built-in search finds is one.
        let falsity = self.terms().bool(false);
        let [small, ..] = self.preferences(start, &wanted, &contents.texts);
        let small = small.map(|small| self.path.with(small, FactKind::Fact));
        for path in small.iter().chain([&self.path]) {
            let values = {
                let terms = &mut *self.terms.borrow_mut();
                solver.countermodel(terms, path, &[falsity], &wanted)
            };
            let input = values.and_then(|values| {
                let found = InputModel {
                    contents: &contents,
                    wanted: &wanted,
                    values,
                };
                self.input_of(start, roots, found)
            });
            if let Some(input) = input {
                return InputSearch::Input(Box::new(input));
            }
        }
        let mut structures = [Structures::Unordered, Structures::All].into_iter();
        let found = structures.find_map(|which| {
            let named = &named;
            self.find_structured(start, roots, &contents, Reach { named, which })
        });
        found.map_or(InputSearch::Unknown, |input| {
            InputSearch::Input(Box::new(input))
        })
    }

    /// Searches an input with a few elements in those of its collections that have structures.
    fn find_structured(
        &self,
        start: &Symbolic<'_>,
        roots: &Roots,
        contents: &Contents,
        reach: Reach<'_>,
    ) -> Option<Input> {
        let Reach { named, which } = reach;
        let mut structured = self.structured(which)?;
        // One that has met no collections: their axioms keep it from models.
        let mut solver = Solver::new(RLIMIT, Vec::new());
        let contents = contents.with(&structured.given);
        let named = [named, &contents.terms()].concat();
        let wanted = self.wanted(&start.heap, &named);
        let expanded = {
            let terms = &mut *self.terms.borrow_mut();
            let expanded = wanted.iter().map(|t| {
                let is_collection = terms.sort(*t).is_collection();
                // Of a collection, its elements are wanted.
                let null = is_collection.then(|| terms.null());
                null.or_else(|| structured.expanded(terms, *t))
            });
            expanded.collect::<Option<Vec<Term>>>()?
        };
        for preferred in self.preferences(start, &wanted, &contents.texts) {
            let preferred = match preferred {
                None => None,
                Some(preferred) => {
                    Some(structured.expanded(&mut self.terms.borrow_mut(), preferred)?)
                }
            };
            let found = solver.find_model(&self.terms(), &structured.path, preferred, &expanded);
            if let ModelSearch::Found(values) = found {
                let found = InputModel {
                    contents: &contents,
                    wanted: &wanted,
                    values,
                };
                if let Some(input) = self.input_of(start, roots, found) {
                    return Some(input);
                }
            }
        }
        None
    }

    /// The input that a model describes; `None` if no input is like that.
    fn input_of(
        &self,
        start: &Symbolic<'_>,
        roots: &Roots,
        found: InputModel<'_>,
    ) -> Option<Input> {
        let Roots { receiver, args } = roots;
        let InputModel {
            contents,
            wanted,
            values,
        } = found;
        let values = wanted.iter().copied().zip(values).collect();
        let mut builder = Builder::new(self, contents, &start.heap, values);
        let made = self.made_since(start);
        let made: BTreeSet<u32> = made.iter().filter_map(|t| builder.number(*t)).collect();
        let is_made = |(_, term): &(InputUnknown, Term)| {
            let number = builder.number(*term);
            number.is_some_and(|number| made.contains(&number))
        };
        if self.unknowns().iter().any(is_made) {
            return None;
        }
        let receiver = receiver.as_ref();
        let receiver = receiver.map(|(value, ty)| builder.value(self.term(value), ty));
        let args = args.iter();
        let args = args.map(|(value, ty)| builder.value(self.term(value), ty));
        let args = args.collect();
        let statics = start.heap.statics.iter().filter_map(|(field, value)| {
            let info = self.program.field(*field);
            let is_ours = !info.span.file.is_library();
            is_ours.then(|| (*field, builder.value(*value, &info.ty)))
        });
        let statics = statics.collect();
        let unknowns = self.unknowns().iter();
        let unknowns = unknowns.map(|(unknown, term)| InputUnknown {
            value: builder.value(*term, &unknown.ty),
            ..unknown.clone()
        });
        let unknowns = unknowns.collect();
        Some(Input {
            receiver,
            args,
            statics,
            objects: builder.finished()?,
            unknowns,
        })
    }

    /// The terms whose values an input needs.
    fn wanted(&self, start: &Heap, roots: &[Term]) -> Vec<Term> {
        let mut wanted = roots.to_vec();
        wanted.extend(start.statics.values());
        let mut made: Vec<_> = start.made.iter().collect();
        made.sort_unstable_by_key(|(reference, _)| **reference);
        for (_, made) in made {
            match made {
                Made::Array(elements) => wanted.extend(elements),
                Made::Object(_, cells) => wanted.extend(cells.values()),
                Made::Open(..) => {}
            }
        }
        for (cell, value) in self.cells.iter() {
            wanted.push(*value);
            match cell {
                Cell::Field(receiver, _) | Cell::Length(receiver) | Cell::Class(receiver) => {
                    wanted.push(*receiver);
                }
                Cell::Element(array, index) => wanted.extend([*array, *index]),
            }
        }
        let mut terms = self.terms();
        for unique in 0..self.program.uniques.len() {
            let number = u32::try_from(unique).unwrap_or(u32::MAX);
            wanted.push(terms.unique(number));
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// What an input should be like, the best first: with small numbers and short arrays, with short
    /// arrays, with objects of classes that can be made, any.
    fn preferences(
        &self,
        start: &Symbolic<'_>,
        wanted: &[Term],
        texts: &AskedTexts,
    ) -> [Option<Term>; 4] {
        let lengths: Vec<Term> = self
            .cells
            .iter()
            .filter(|(cell, _)| matches!(cell, Cell::Length(_)))
            .map(|(_, length)| *length)
            .collect();
        let mut terms = self.terms();
        let limit = terms.int(SHORT);
        let mut short: Vec<Term> = lengths.iter().map(|l| terms.le(*l, limit)).collect();
        let [least, greatest] = [-i64::from(SMALL), i64::from(SMALL)].map(|n| terms.int(n));
        let mut small = short.clone();
        let units = texts.characters.iter().map(|[.., unit]| unit);
        let units: BTreeSet<&Term> =
            (units.chain(texts.texts.iter().flat_map(|asked| &asked.first))).collect();
        let is_class = |t: Term, terms: &Terms| match terms.node(t) {
            Node::App(function, _) => *function == self.initial.class,
            _ => false,
        };
        for t in wanted {
            if terms.sort(*t) == Sort::Int && !is_class(*t, &terms) && !units.contains(t) {
                let (low, high) = (terms.le(least, *t), terms.le(*t, greatest));
                small.extend([low, high]);
            }
        }
        drop(terms);
        let mut known = self.with_known_classes(wanted);
        known.extend(self.unknowns_not_made(start));
        small.extend(self.preferred_texts(texts, LETTERS));
        short.extend(self.preferred_texts(texts, PRINTABLE));
        small.extend(&known);
        short.extend(&known);
        known.extend(self.preferred_texts(texts, UNITS));
        let mut terms = self.terms();
        let [small, short, known] = [small, short, known].map(|all| terms.and(all));
        [Some(small), Some(short), Some(known), None]
    }

    /// The objects that the path has made since the start, in order.
    fn made_since(&self, start: &Symbolic<'_>) -> Vec<Term> {
        let made = self.heap.made.keys().copied();
        let mut made: Vec<Term> = made
            .filter(|made| !start.heap.made.contains_key(made))
            .collect();
        made.sort_unstable();
        made
    }

    /// The conditions that unknown references are not to objects that the path has made.
    fn unknowns_not_made(&self, start: &Symbolic<'_>) -> Vec<Term> {
        let made = self.made_since(start);
        let mut terms = self.terms();
        let mut conditions = Vec::new();
        for (_, term) in self.unknowns() {
            if terms.sort(*term) == Sort::Ref {
                for made in &made {
                    let same = terms.eq(*term, *made);
                    conditions.push(terms.not(same));
                }
            }
        }
        conditions
    }

    /// The program's classes of which an input can have objects.
    pub(super) fn own_classes(&self) -> Vec<ClassId> {
        let is_made = |class: &ClassId| {
            let class = self.program.class(*class);
            class.kind.has_objects() && class.constants.is_empty() && !class.span.file.is_library()
        };
        let classes = veriframe_ir::ids::<ClassId>(self.program.classes.len());
        classes.filter(is_made).collect()
    }

    /// The conditions that references whose type says too little are null, or refer to objects that
    /// an input can have.
    fn with_known_classes(&self, wanted: &[Term]) -> Vec<Term> {
        let classes = self.own_classes();
        let mut terms = self.terms();
        let mut conditions = Vec::new();
        for t in wanted {
            if self.types.get(t) != Some(&Type::Object) {
                continue;
            }
            let null = terms.null();
            let own = terms.app(self.initial.class, vec![*t]);
            let mut cases = vec![terms.eq(*t, null)];
            for class in &classes {
                let class = terms.int(class.0);
                cases.push(terms.eq(own, class));
            }
            conditions.push(terms.or(cases));
        }
        conditions
    }
}

/// The values that an input is searched for.
#[derive(Clone, Debug)]
pub struct Roots {
    /// The receiver.
    pub receiver: Option<(Value, Type)>,
    /// The parameters.
    pub args: Vec<(Value, Type)>,
}

/// The outcome of a search for an input.
#[derive(Clone, Debug)]
pub enum InputSearch {
    /// An input.
    Input(Box<Input>),
    /// The path condition is not satisfiable.
    Impossible,
    /// It is not satisfiable with what the literals of the program are, though perhaps without.
    Excluded,
    /// None was found.
    Unknown,
}

/// What a search with structures is about.
#[derive(Clone, Copy)]
struct Reach<'n> {
    /// The terms whose values the input needs.
    named: &'n [Term],
    which: Structures,
}

/// A model, and what is asked of collections.
struct InputModel<'f> {
    contents: &'f Contents,
    wanted: &'f [Term],
    values: Vec<ModelValue>,
}
