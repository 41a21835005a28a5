//! The symbolic domain: values are terms, and the path condition says what is known of them. What
//! a condition decides is left to the explorer, which assumes either side.
//!
//! Values are terms of `logic`. The domain decides nothing itself: a condition that is neither
//! constant nor assumed is `Undecided`, and the explorer (`crates/execution/src/explore.rs`) asks
//! the solver which sides the path allows, copies the configuration if both are possible, and
//! repeats the step. The initial heap is a function of references for each field; a write through
//! one reference of it makes later reads conditional. Objects that the run makes are different from
//! all others, so their cells are kept by object. A conditional reference is followed by its cases.
//! The types of what is read from the initial heap are facts: ranges of machine integers, and
//! classes as numbers. With `--from-contract`, the precondition's instructions run first; a path on
//! which it does not hold is dropped, and aliases are decided where permission is demanded, because
//! two full permissions exclude them. An input is a model of the path condition, with small numbers
//! if there is one. `src/driver/explore_tests.rs` holds the tree against concrete runs.

mod access;
mod choices;
mod collections;
mod conditions;
mod contents;
mod contracts;
mod domain;
mod heap;
mod input;
mod model_input;
mod natives;
mod on_path;
mod polynomials;
mod sequence_structures;
mod shortening;
mod show;
mod structures;
mod texts;
mod unknowns;
mod wrapping;

pub use input::{Given, GivenOp, InputSearch, Roots, Symbols};
pub use show::Change;

use super::by_contract;
use super::code::Constant;
use super::compile::default_of;
use super::domain::{Interrupt, Outcome};
use super::formulas;
use heap::{Cell, Cells, Heap, Initial};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{RefCell, RefMut};
use std::collections::BTreeSet;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::notation::Notation;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{ClassId, FieldId, Program, PureId, Type, UniqueId, Width, ids};
use veriframe_logic::terms::printer;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, Path, Sort, Term, Terms};

/// A value; `None` where a slot has no value yet, which reads as null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value(Option<Term>);

impl Value {
    /// The value of a term.
    #[must_use]
    pub fn of(t: Term) -> Value {
        Value(Some(t))
    }

    /// Whether the slot has a value.
    #[must_use]
    pub fn is_set(self) -> bool {
        self.0.is_some()
    }
}

/// An outcome of a condition that both sides of which are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The condition.
    pub condition: Term,
    /// Its truth value.
    pub outcome: bool,
}

/// The greatest length of a new array whose elements are kept by index.
const MAX_LENGTH: usize = 10_000;

/// The symbolic domain.
#[derive(Clone, Debug)]
pub struct Symbolic<'p> {
    program: &'p Program,
    /// How texts write equality.
    notation: Notation,
    terms: Rc<RefCell<Terms>>,
    initial: Rc<Initial>,
    heap: Rc<Heap>,
    /// The heaps of marked moments.
    marked_heaps: Vec<Rc<Heap>>,
    /// What is assumed.
    path: Path,
    /// The truth values of conditions on this path.
    known: FxHashMap<Term, bool>,
    /// The outcomes at forks, in order.
    decisions: Vec<Decision>,
    /// The cells of the initial heap that have a term.
    cells: Cells,
    /// Their terms.
    met: Rc<FxHashSet<Term>>,
    /// The types that are assumed of terms of the initial heap.
    types: Rc<FxHashMap<Term, Type>>,
    /// The references that calls by contract have given, as those whose cells can be read.
    adopted: Rc<FxHashMap<Term, Term>>,
    /// The locations that have a number.
    locations: Vec<(Option<FieldId>, Term)>,
    /// The names of objects that the run has made, for texts.
    names: Rc<FxHashMap<Term, String>>,
    /// The longest text of a term.
    longest_text: usize,
    /// The values that nobody knows.
    unknowns: unknowns::Unknowns,
    /// What has been printed.
    printed: Rc<String>,
    aliases: Aliases,
    /// Numbers that have wrapped around, with their types and what they were before.
    wraps: Rc<FxHashMap<Term, (Width, Term)>>,
}

/// What a read through one reference gives after a write through another one that can be an alias.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aliases {
    /// A conditional.
    #[default]
    Conditional,
    /// One value for each side of a fork.
    Fork,
}

impl<'p> Symbolic<'p> {
    /// The domain of a program whose static fields have default values.
    #[must_use]
    pub fn new(program: &'p Program, notation: Notation) -> Symbolic<'p> {
        let mut terms = Terms::new();
        let fields = program.fields.iter();
        let fields = fields.map(|field| (&field.name, &field.ty));
        let pures = program.pures.iter().map(|pure| (&pure.name, &pure.ty));
        let fields = fields.chain(pures);
        let fields = fields.map(|(name, ty)| terms.function(name, sort_of(ty)));
        let fields = fields.collect();
        let class = terms.function("class", Sort::Int);
        let length = terms.function("length", Sort::Int);
        let joined = terms.function("joined", Sort::Ref);
        let sorts = veriframe_ir::sorts::location_sorts(program);
        let elements = sorts.into_iter().filter_map(|sort| match sort {
            Sort::Elems(elem) => Some(elem.sort()),
            _ => None,
        });
        let elements = elements.map(|sort| (sort, terms.function("element", sort)));
        let elements = elements.collect();
        Symbolic {
            program,
            notation,
            terms: Rc::new(RefCell::new(terms)),
            initial: Rc::new(Initial {
                fields,
                class,
                length,
                joined,
                elements,
            }),
            heap: Rc::default(),
            marked_heaps: Vec::new(),
            path: Path::default(),
            known: FxHashMap::default(),
            decisions: Vec::new(),
            cells: Rc::default(),
            met: Rc::default(),
            types: Rc::default(),
            adopted: Rc::default(),
            locations: Vec::new(),
            names: Rc::default(),
            longest_text: printer::MAX_TEXT,
            unknowns: unknowns::Unknowns::default(),
            printed: Rc::default(),
            aliases: Aliases::default(),
            wraps: Rc::default(),
        }
    }

    /// The field that stands for a pure method whose value is state: they are numbered after the
    /// fields of the program.
    fn state_of(&self, pure: PureId) -> FieldId {
        let count = u32::try_from(self.program.fields.len()).unwrap_or(u32::MAX);
        FieldId(count.saturating_add(pure.0))
    }

    /// The pure method that a field stands for.
    fn pure_of(&self, field: FieldId) -> Option<PureId> {
        let at = field.index().checked_sub(self.program.fields.len())?;
        ids::<PureId>(self.program.pures.len()).nth(at)
    }

    /// Whether a field is more than what other state says of it.
    fn is_own_state(&self, field: FieldId) -> bool {
        let says = |pure| by_contract::says_its_value(self.program, pure);
        !self.pure_of(field).is_some_and(says)
    }

    /// The name of a field, or the call of the pure method that it stands for.
    fn name_of(&self, field: FieldId) -> String {
        match (self.program.fields.get(field.index()), self.pure_of(field)) {
            (Some(declared), _) => declared.name.clone(),
            (None, Some(pure)) => format!("{}()", self.program.pure_method(pure).name),
            (None, None) => String::new(),
        }
    }

    /// What has been printed on the path.
    #[must_use]
    pub fn printed(&self) -> &str {
        &self.printed
    }

    /// The terms, which all configurations of an exploration share.
    #[must_use]
    pub fn terms(&self) -> RefMut<'_, Terms> {
        self.terms.borrow_mut()
    }

    /// The terms, as tests share them.
    #[cfg(any(test, feature = "testing"))]
    pub fn shared_terms(&self) -> Rc<RefCell<Terms>> {
        self.terms.clone()
    }

    /// The term of a value.
    #[must_use]
    pub fn term_of(&self, value: &Value) -> Term {
        self.term(value)
    }

    /// How texts write equality.
    #[must_use]
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The sort of a term.
    fn sort(&self, t: Term) -> Sort {
        self.terms().sort(t)
    }

    /// The outcomes at forks, in order.
    #[must_use]
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Assumes a side of a condition, both of which are possible: it is one of the decisions.
    pub fn assume(&mut self, condition: Term, outcome: bool) {
        self.decisions.push(Decision { condition, outcome });
        self.assume_silently(condition, outcome);
    }

    /// Assumes a side of a condition, both of which are possible, without a decision.
    pub fn assume_silently(&mut self, condition: Term, outcome: bool) {
        let fact = if outcome {
            condition
        } else {
            self.terms().not(condition)
        };
        self.path = self.path.with(fact, FactKind::Branch);
        self.learn(condition, outcome);
    }

    /// Whether a condition compares two references, neither of which is null: a question of
    /// aliasing.
    #[must_use]
    pub fn is_about_aliases(&self, condition: Term) -> bool {
        let mut terms = self.terms();
        let null = terms.null();
        match *terms.node(condition) {
            Node::Eq(a, b) => terms.sort(a) == Sort::Ref && a != null && b != null,
            _ => false,
        }
    }

    /// The number as a machine integer that wraps around.
    fn wrapped(&mut self, width: Width, t: Term) -> Term {
        let terms = &mut *self.terms.borrow_mut();
        let before = wrapping::unwrapped(terms, &self.wraps, width, t);
        let result = formulas::wrapped(terms, width, before);
        if result != before && formulas::integer(terms, result).is_none() {
            Rc::make_mut(&mut self.wraps).insert(result, (width, before));
        }
        result
    }

    /// Says how aliases are resolved.
    pub fn resolve_aliases(&mut self, aliases: Aliases) {
        self.aliases = aliases;
    }

    /// What is read of the heap, with the choices between aliases decided if they fork.
    fn resolved(&self, read: Term) -> Outcome<Term, Term> {
        let mut read = read;
        while let Some((condition, a, b)) = self.forking_choice(read) {
            read = if self.decide(condition)? { a } else { b };
        }
        Ok(read)
    }

    /// The choice between aliases that a value is, if they fork.
    fn forking_choice(&self, read: Term) -> Option<(Term, Term, Term)> {
        let choice = match *self.terms().node(read) {
            Node::Ite(condition, a, b) => Some((condition, a, b)),
            _ => None,
        };
        let forks = self.aliases == Aliases::Fork;
        choice.filter(|(condition, ..)| forks && self.compares_places(*condition))
    }

    /// Whether a condition compares references, or indices.
    fn compares_places(&self, condition: Term) -> bool {
        let terms = self.terms();
        match terms.node(condition) {
            Node::Eq(a, _) => matches!(terms.sort(*a), Sort::Ref | Sort::Int),
            Node::And(parts) => {
                (parts.iter()).all(|part| matches!(terms.node(*part), Node::Eq(..)))
            }
            _ => false,
        }
    }

    /// Records the truth value of a condition, and what follows for its parts.
    pub fn learn(&mut self, condition: Term, outcome: bool) {
        self.known.insert(condition, outcome);
        let node = self.terms().node(condition).clone();
        match node {
            Node::Not(inner) => {
                self.known.insert(inner, !outcome);
            }
            Node::And(parts) if outcome => {
                self.known.extend(parts.iter().map(|part| (*part, true)));
            }
            Node::Or(parts) if !outcome => {
                self.known.extend(parts.iter().map(|part| (*part, false)));
            }
            _ => {}
        }
    }

    /// Adds a fact that holds on every path that comes here.
    fn fact(&mut self, fact: Term) {
        if !self.terms().is_bool(fact, true) {
            self.path = self.path.with(fact, FactKind::Fact);
            self.learn(fact, true);
        }
    }

    /// The truth value of a condition.
    ///
    /// # Errors
    /// If it is not known on this path.
    fn decide(&self, condition: Term) -> Outcome<bool, Term> {
        if let Some(&known) = self.known.get(&condition) {
            return Ok(known);
        }
        let negated = {
            let mut terms = self.terms();
            match terms.node(condition) {
                Node::Bool(b) => return Ok(*b),
                _ => terms.not(condition),
            }
        };
        match self.known.get(&negated) {
            Some(known) => Ok(!known),
            None => Err(Interrupt::Undecided(condition)),
        }
    }

    /// The term of a value.
    fn term(&self, value: &Value) -> Term {
        value.0.unwrap_or_else(|| self.terms().null())
    }

    /// Refuses null.
    fn require_not_null(&self, reference: Term) -> Outcome<(), Term> {
        let is_null = self.is_null(reference);
        if !self.decide(is_null)? {
            Ok(())
        } else {
            Err(Interrupt::fault(
                ErrorCode::NullDereference,
                "the receiver is null",
            ))
        }
    }

    /// The condition that a reference is null.
    fn is_null(&self, reference: Term) -> Term {
        let null = self.terms().null();
        self.same(reference, null)
    }

    /// The condition that two references are equal, decided where it can be: by the cases of
    /// conditional references.
    fn same(&self, a: Term, b: Term) -> Term {
        self.same_by_cases(a, b, &mut FxHashMap::default())
    }

    /// The same. References share their cases, so what is known of a pair is kept: the number of
    /// ways to a case can be exponential.
    fn same_by_cases(&self, a: Term, b: Term, found: &mut FxHashMap<(Term, Term), Term>) -> Term {
        if let Some(known) = found.get(&(a, b)) {
            return *known;
        }
        let same = veriframe_base::stack::deep(|| {
            let cases = {
                let terms = self.terms();
                match (terms.node(a), terms.node(b)) {
                    (&Node::Ite(c, x, y), _) => Some((c, (x, b), (y, b))),
                    (_, &Node::Ite(c, x, y)) => Some((c, (a, x), (a, y))),
                    _ => None,
                }
            };
            match cases {
                None => self.terms().eq(a, b),
                Some((c, yes, no)) => {
                    let yes = self.same_by_cases(yes.0, yes.1, found);
                    let no = self.same_by_cases(no.0, no.1, found);
                    let mut terms = self.terms();
                    let (holds, fails) = (terms.implies(c, yes), {
                        let not = terms.not(c);
                        terms.implies(not, no)
                    });
                    terms.and([holds, fails])
                }
            }
        });
        found.insert((a, b), same);
        same
    }

    /// A new symbol of a type, and the facts of its type.
    pub fn symbol(&mut self, name: &str, ty: &Type) -> Value {
        let t = self.terms().fresh(name, sort_of(ty));
        self.assume_type(t, ty);
        Value::of(t)
    }

    /// Assumes that a term of the initial heap has its type.
    pub(super) fn assume_type(&mut self, t: Term, ty: &Type) {
        if self.types.contains_key(&t) {
            return;
        }
        Rc::make_mut(&mut self.types).insert(t, ty.clone());
        if let Some(width) = ty.stored_width() {
            let fact = formulas::in_range(&mut self.terms(), width, t);
            self.fact(fact);
        }
        match ty {
            Type::Class(class) => {
                let is_null = self.is_null(t);
                let fits = self.is_of(t, *class);
                let fact = self.terms().or([is_null, fits]);
                self.fact(fact);
            }
            Type::Array(elem) => {
                let is_null = self.is_null(t);
                let class = self.class_term(t);
                let fact = {
                    let mut terms = self.terms();
                    let fits = formulas::is_array_class(&mut terms, class, elem);
                    terms.or([is_null, fits])
                };
                self.fact(fact);
            }
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Object
            | Type::Null
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => {}
        }
    }

    /// Assumes that an object of the initial heap, not null, is of exactly one of these classes.
    pub fn assume_class(&mut self, object: &Value, ty: &Type, classes: &BTreeSet<ClassId>) {
        let Type::Class(declared) = ty else { return };
        let mut known = self.classes_below(*declared).into_iter();
        if known.all(|class| classes.contains(&class)) {
            return;
        }
        let t = self.term(object);
        let fact = self.is_exactly(t, *declared, classes);
        self.fact(fact);
    }

    /// The condition that an object of the initial heap, not null and of the declared class, is of
    /// exactly one of these classes.
    fn is_exactly(&mut self, t: Term, declared: ClassId, classes: &BTreeSet<ClassId>) -> Term {
        let constants = &self.program.class(declared).constants;
        let equal: Vec<Term> = if !constants.is_empty() {
            let uniques = &self.program.uniques;
            let fits = |constant: &&UniqueId| {
                let unique = uniques.get(constant.index());
                unique.is_some_and(|unique| classes.contains(&unique.class))
            };
            let constants = constants.iter().filter(fits);
            let mut terms = self.terms();
            let equal = constants.map(|constant| {
                let constant = terms.unique(constant.0);
                terms.eq(t, constant)
            });
            equal.collect()
        } else {
            let own = self.class_term(t);
            let mut terms = self.terms();
            let equal = classes.iter().map(|class| {
                let class = terms.int(class.0);
                terms.eq(own, class)
            });
            equal.collect()
        };
        self.terms().or(equal)
    }

    /// The condition that an object of the initial heap, not null, is of a class or a subclass.
    fn is_of(&mut self, t: Term, class: ClassId) -> Term {
        let mut below: BTreeSet<ClassId> = self.classes_below(class).into_iter().collect();
        if self.program.class(class).span.file.is_library() {
            let hierarchy = &self.program.hierarchy;
            let is_known = match self.types.get(&t) {
                Some(Type::Class(declared)) => hierarchy.is_below(*declared, class),
                _ => false,
            };
            if is_known {
                return self.terms().bool(true);
            }
            // It can be of a class of the library that has no objects here.
            let all = ids::<ClassId>(self.program.classes.len());
            below.extend(all.filter(|own| {
                self.program.class(*own).span.file.is_library() && hierarchy.is_below(*own, class)
            }));
        }
        self.is_exactly(t, class, &below)
    }

    /// The classes whose objects a variable of a class can refer to. One that lacks an implementation
    /// stands for those that are not known.
    fn classes_below(&self, class: ClassId) -> Vec<ClassId> {
        let hierarchy = &self.program.hierarchy;
        let mut all = hierarchy.order().with_subtypes(&[class]);
        all.retain(|class| {
            self.program.class(*class).kind.has_objects()
                || hierarchy.lacks_implementation(self.program, *class)
        });
        all.sort_unstable();
        all
    }

    /// The number of the class of an object of the initial heap.
    fn class_term(&mut self, t: Term) -> Term {
        let class = self.terms().app(self.initial.class, vec![t]);
        self.meet(Cell::Class(t), class);
        class
    }

    /// Records that a cell of the initial heap has a term.
    fn meet(&mut self, cell: Cell, t: Term) {
        if !self.met.contains(&t) {
            Rc::make_mut(&mut self.met).insert(t);
            Rc::make_mut(&mut self.cells).push((cell, t));
        }
    }

    /// Records the cells of the initial heap that another run from the same start has met, with the
    /// facts of their types.
    pub fn meet_all(&mut self, other: &Symbolic<'_>) {
        for (cell, t) in other.cells.iter() {
            self.meet(cell.clone(), *t);
        }
        let mut types: Vec<(&Term, &Type)> = other.types.iter().collect();
        types.sort_unstable_by_key(|(t, _)| **t);
        for (t, ty) in types {
            self.assume_type(*t, ty);
        }
    }

    /// The object that exists from the start, if the term is one.
    fn unique(&self, t: Term) -> Option<UniqueId> {
        match self.terms().node(t) {
            Node::Unique(number) => Some(UniqueId(*number)),
            _ => None,
        }
    }

    /// Gives static fields unknown values.
    pub fn forget_statics(&mut self) {
        for field in ids::<FieldId>(self.program.fields.len()) {
            let info = self.program.field(field);
            if info.is_static {
                let value = self.symbol(&self.program.static_text(field), &info.ty);
                let value = self.term(&value);
                Rc::make_mut(&mut self.heap).statics.insert(field, value);
            }
        }
    }

    /// The default value of a type.
    fn default_value(&mut self, ty: &Type) -> Term {
        self.constant_term(&default_of(ty))
    }

    /// The term of a constant.
    fn constant_term(&mut self, constant: &Constant) -> Term {
        let value = super::domain::Domain::constant(self, constant);
        self.term(&value)
    }
}
