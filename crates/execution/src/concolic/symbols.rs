//! Symbols of an input: a term for each number, truth value and reference in it, for the lengths
//! of its arrays and texts, and the classes of its objects, with the conditions that hold of all inputs.

use crate::compile::fields_of;
use crate::formulas;
use crate::input::InputId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use veriframe_ir::{ClassId, CollectionType, FieldId, Program, Type, UniqueId, Width, ids};
use veriframe_logic::{Func, Sort, Term, Terms};

/// The greatest length of an array of an input.
pub const MAX_LENGTH: u32 = 16;

/// The most elements of a collection of an input.
pub const MAX_SIZE: u32 = 6;

/// The most classes that a reference of an input is tried with.
const MAX_CLASSES: usize = 8;

/// A part of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// The receiver.
    Receiver,
    /// A parameter.
    Arg(u32),
    /// A static field.
    Static(FieldId),
    /// A value that nobody knows, by its place in the input.
    Unknown(u32),
    /// A field of an object.
    Field(InputId, FieldId),
    /// An element of an array, or a character of a text.
    Element(InputId, u32),
    /// The length of an array or a text.
    Length(InputId),
    /// An element of the collection of which the symbol with this number is the size; of a map, keys and
    /// values by turns.
    Part(u32, u32),
}

/// The type of a part of a collection of this type.
#[must_use]
pub fn part_type(collection: &Type, index: u32) -> Option<&Type> {
    match collection {
        Type::Seq(elem) | Type::Set(elem) | Type::Multiset(elem) => Some(elem),
        Type::Map(key, _) if index.is_multiple_of(2) => Some(key),
        Type::Map(_, value) => Some(value),
        Type::Int
        | Type::Machine(_)
        | Type::Floating(_)
        | Type::Bool
        | Type::Perm
        | Type::Class(_)
        | Type::Object
        | Type::Array(_)
        | Type::Null => None,
    }
}

/// Whether parts of this collection differ from one another: elements of sets, keys of maps.
fn differs(collection: &Type, index: u32) -> bool {
    match collection.collection() {
        Some(CollectionType::Set(_)) => true,
        Some(CollectionType::Map(..)) => index.is_multiple_of(2),
        Some(CollectionType::Seq(_) | CollectionType::Multiset(_)) | None => false,
    }
}

/// A symbol of an input.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// What it stands for.
    pub spot: Spot,
    /// Its type.
    pub ty: Type,
    /// Its term.
    pub term: Term,
}

/// The symbols of a text of an input.
#[derive(Clone, Debug)]
pub struct TextSymbols {
    /// Its length.
    pub length: Term,
    /// Its characters.
    pub units: Rc<[Term]>,
}

/// A text that exists from the start.
#[derive(Clone, Copy, Debug)]
pub struct LiteralText<'p> {
    /// Which object it is.
    pub id: UniqueId,
    /// The term of a reference to it.
    pub term: Term,
    /// Its characters.
    pub units: &'p [u16],
}

/// The symbols of one input.
#[derive(Debug)]
pub struct Symbols<'p> {
    program: &'p Program,
    /// In the order in which they were made.
    pub all: Vec<Symbol>,
    by_term: FxHashMap<Term, usize>,
    /// The class of an object, as a number.
    class: Func,
    /// The objects that exist from the start. They are older than all symbols of the input.
    uniques: Vec<Term>,
    candidates: FxHashMap<ClassId, Vec<ClassId>>,
    /// The objects of the input that references of it are to.
    referred: FxHashMap<Term, InputId>,
    texts: FxHashMap<InputId, TextSymbols>,
}

impl<'p> Symbols<'p> {
    /// No symbols yet.
    pub fn new(program: &'p Program, terms: &mut Terms) -> Symbols<'p> {
        let class = terms.function("class", Sort::Int);
        let uniques = program.uniques.iter();
        let uniques = uniques.map(|unique| terms.allocate(&unique.name)).collect();
        Symbols {
            program,
            all: Vec::new(),
            by_term: FxHashMap::default(),
            class,
            uniques,
            candidates: FxHashMap::default(),
            referred: FxHashMap::default(),
            texts: FxHashMap::default(),
        }
    }

    /// Notes the object that a reference of the input is to.
    pub fn refers(&mut self, reference: Term, id: InputId) {
        self.referred.insert(reference, id);
    }

    /// Makes the symbols of a text of this length.
    pub fn add_text(&mut self, terms: &mut Terms, id: InputId, length: usize) {
        let Some(of_length) = self.add(terms, Spot::Length(id), &Type::Int) else {
            return;
        };
        let ty = Type::Machine(Width::U16);
        let places = (0..).take(length);
        let units = places.filter_map(|at| self.add(terms, Spot::Element(id, at), &ty));
        let units: Vec<Term> = units.collect();
        let text = TextSymbols {
            length: of_length,
            units: units.into(),
        };
        self.texts.insert(id, text);
    }

    /// The text of the input that a reference is to.
    pub fn text(&self, reference: Term) -> Option<&TextSymbols> {
        self.texts.get(self.referred.get(&reference)?)
    }

    /// The symbols of the length and the characters of the text of the input that a reference is to.
    pub fn contents(&self, reference: Term) -> Vec<Term> {
        let text = self.text(reference);
        text.map_or_else(Vec::new, |text| [&[text.length], &*text.units].concat())
    }

    /// Whether a symbol is that of a character of a text.
    pub fn is_unit(&self, symbol: &Symbol) -> bool {
        matches!(symbol.spot, Spot::Element(id, _) if self.texts.contains_key(&id))
    }

    /// The texts that exist from the start.
    pub fn literals(&self) -> Vec<LiteralText<'p>> {
        let all = ids::<UniqueId>(self.program.uniques.len()).zip(&self.program.uniques);
        let texts = all.filter_map(|(id, unique)| {
            Some(LiteralText {
                id,
                term: self.unique(id)?,
                units: unique.text.as_ref()?,
            })
        });
        texts.collect()
    }

    /// The symbol of a part of the input, made now; of a collection, that of its size. `None` if values
    /// of its type have no terms.
    pub fn add(&mut self, terms: &mut Terms, spot: Spot, ty: &Type) -> Option<Term> {
        let sort = match ty {
            Type::Int | Type::Machine(_) | Type::Floating(_) => Sort::Int,
            Type::Bool => Sort::Bool,
            Type::Perm => Sort::Perm,
            Type::Class(_) | Type::Object | Type::Array(_) => Sort::Ref,
            // Its size.
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => Sort::Int,
            Type::Null => return None,
        };
        let term = terms.fresh("input", sort);
        self.by_term.insert(term, self.all.len());
        self.all.push(Symbol {
            spot,
            ty: ty.clone(),
            term,
        });
        Some(term)
    }

    /// The number of the symbol with this term.
    pub fn number(&self, term: Term) -> Option<u32> {
        u32::try_from(*self.by_term.get(&term)?).ok()
    }

    /// The collection of which a symbol is a part, as the symbol of its size.
    pub fn whole(&self, symbol: &Symbol) -> Option<&Symbol> {
        match symbol.spot {
            Spot::Part(whole, _) => self.all.get(whole as usize),
            _ => None,
        }
    }

    /// The other parts of the same collection from which a part differs.
    pub fn different(&self, symbol: &Symbol) -> Vec<Symbol> {
        let Spot::Part(whole, index) = symbol.spot else {
            return Vec::new();
        };
        let of = self.whole(symbol).map(|whole| &whole.ty);
        if !of.is_some_and(|of| differs(of, index)) {
            return Vec::new();
        }
        let is_other = |spot: Spot| match spot {
            Spot::Part(other, at) => {
                other == whole && at != index && of.is_some_and(|of| differs(of, at))
            }
            _ => false,
        };
        let others = self.all.iter().filter(|other| is_other(other.spot));
        others.cloned().collect()
    }

    /// The symbol with this term.
    pub fn get(&self, term: Term) -> Option<&Symbol> {
        self.all.get(*self.by_term.get(&term)?)
    }

    /// The term of an object that exists from the start.
    pub fn unique(&self, id: UniqueId) -> Option<Term> {
        self.uniques.get(id.0 as usize).copied()
    }

    /// The classes that objects of an input of a class can have, the class itself first.
    fn candidates(&mut self, class: ClassId) -> Vec<ClassId> {
        if let Some(known) = self.candidates.get(&class) {
            return known.clone();
        }
        let found = candidates(self.program, class);
        self.candidates.insert(class, found.clone());
        found
    }

    /// The classes that the object of a symbol can have. That of the receiver is fixed. A type
    /// parameter is `Object` here: what a field of its type refers to depends on what it stands for,
    /// but a parameter can refer to any object.
    pub fn classes(&mut self, symbol: &Symbol) -> Vec<ClassId> {
        match (symbol.spot, &symbol.ty) {
            (Spot::Receiver, Type::Class(class)) => vec![*class],
            (_, Type::Class(class)) => self.candidates(*class),
            (Spot::Arg(_) | Spot::Unknown(_), Type::Object) => of_program(self.program),
            _ => Vec::new(),
        }
    }

    /// The objects from the start that a reference of this type can be.
    pub fn constants(&self, ty: &Type) -> Vec<UniqueId> {
        let all = ids::<UniqueId>(self.program.uniques.len()).zip(&self.program.uniques);
        let is_below = |class, above| self.program.hierarchy.is_below(class, above);
        let fits = |class| ty.class().is_some_and(|above| is_below(class, above));
        all.filter(|(_, unique)| fits(unique.class))
            .map(|(id, _)| id)
            .collect()
    }

    /// The class of the object that a symbol refers to, as a number.
    pub fn class_term(&self, terms: &mut Terms, reference: Term) -> Term {
        terms.app(self.class, vec![reference])
    }

    /// The condition that a symbol refers to an object of one of these classes.
    pub fn is_of(&self, terms: &mut Terms, reference: Term, classes: &[ClassId]) -> Term {
        let class = self.class_term(terms, reference);
        let each = classes.iter().map(|id| {
            let number = terms.int(id.0);
            terms.eq(class, number)
        });
        let each: Vec<Term> = each.collect();
        terms.or(each)
    }

    /// What holds of a symbol in all inputs, arrays and texts of any length included.
    pub fn domain(&mut self, terms: &mut Terms, symbol: &Symbol) -> Vec<Term> {
        let term = symbol.term;
        let others = self.different(symbol);
        // Collections in a set differ by what is in them.
        let is_collection = symbol.ty.is_collection();
        let others = others.iter().filter(|_| !is_collection);
        let mut differ: Vec<Term> = others.map(|other| terms.ne(term, other.term)).collect();
        differ.extend(self.domain_of_type(terms, symbol));
        differ.extend(self.characters_of_literals(terms, symbol));
        differ
    }

    /// For a reference to a text of the input: if it is to one of the program's instead, the symbols of
    /// its characters are what is in that.
    fn characters_of_literals(&self, terms: &mut Terms, symbol: &Symbol) -> Vec<Term> {
        let Some(text) = self.text(symbol.term) else {
            return Vec::new();
        };
        let mut facts = Vec::new();
        for literal in self.literals() {
            let length = terms.int(literal.units.len());
            let mut same = vec![terms.eq(text.length, length)];
            for (own, unit) in text.units.iter().zip(literal.units) {
                let unit = terms.int(*unit);
                same.push(terms.eq(*own, unit));
            }
            let (is_it, same) = (terms.eq(symbol.term, literal.term), terms.and(same));
            facts.push(terms.implies(is_it, same));
        }
        facts
    }

    fn domain_of_type(&mut self, terms: &mut Terms, symbol: &Symbol) -> Vec<Term> {
        let term = symbol.term;
        match (&symbol.ty, symbol.spot) {
            (Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..), _) => {
                let zero = terms.int(0);
                vec![terms.le(zero, term)]
            }
            (_, Spot::Length(_)) => {
                let zero = terms.int(0);
                vec![terms.le(zero, term)]
            }
            (ty, _) if let Some(width) = ty.stored_width() => {
                vec![formulas::in_range(terms, width, term)]
            }
            (Type::Perm, _) => {
                let (none, whole) = (terms.perm(num_traits::Zero::zero()), terms.write());
                vec![terms.le(none, term), terms.le(term, whole)]
            }
            (Type::Class(_), spot) => {
                let null = terms.null();
                let is_null = terms.eq(term, null);
                let constants = self.constants(&symbol.ty);
                let constants: Vec<Term> = constants
                    .iter()
                    .filter_map(|id| self.unique(*id))
                    .map(|unique| terms.eq(term, unique))
                    .collect();
                let candidates = self.classes(symbol);
                let mut cases = vec![self.is_of(terms, term, &candidates)];
                cases.extend(constants);
                match spot {
                    Spot::Receiver => vec![terms.not(is_null), terms.or(cases)],
                    _ => {
                        cases.push(is_null);
                        vec![terms.or(cases)]
                    }
                }
            }
            (Type::Array(elem), _) => {
                let null = terms.null();
                let is_null = terms.eq(term, null);
                let class = self.class_term(terms, term);
                let fits = formulas::is_array_class(terms, class, elem);
                vec![terms.or([is_null, fits])]
            }
            (Type::Object, _) => {
                let null = terms.null();
                let is_null = terms.eq(term, null);
                let classes = self.classes(symbol);
                let is_object = self.is_of(terms, term, &classes);
                vec![terms.or([is_null, is_object])]
            }
            _ => Vec::new(),
        }
    }
}

/// The program's own classes that a reference of type `Object` is tried with.
fn of_program(program: &Program) -> Vec<ClassId> {
    let all = ids::<ClassId>(program.classes.len());
    let is_own = |class: &ClassId| {
        let info = program.class(*class);
        info.kind.has_objects() && info.constants.is_empty() && !info.span.file.is_library()
    };
    all.filter(is_own).take(MAX_CLASSES).collect()
}

/// What the inputs that are tried leave out, for values of these types of parameters and others.
#[must_use]
pub fn restrictions(program: &Program, params: &[Type], others: Vec<Type>) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut known: BTreeSet<Type> = BTreeSet::new();
    let mut todo = others;
    for ty in params {
        if *ty == Type::Object {
            todo.extend(of_program(program).into_iter().map(Type::Class));
            let what = "parameters of type `Object` are null or objects of the program's classes";
            found.insert(what.to_owned());
        } else {
            todo.push(ty.clone());
        }
    }
    while let Some(ty) = todo.pop() {
        if !known.insert(ty.clone()) {
            continue;
        }
        match ty {
            Type::Seq(elem) | Type::Set(elem) | Type::Multiset(elem) => todo.push(*elem),
            Type::Map(key, value) => todo.extend([*key, *value]),
            Type::Object => {
                found.insert("fields and elements of type `Object` are null".to_owned());
            }
            Type::Array(elem) => todo.push(*elem),
            Type::Class(class) => {
                let info = program.class(class);
                if info.is_text() {
                    continue;
                }
                let below = candidates(program, class);
                if info.span.file.is_library() {
                    let name = &info.name;
                    found.insert(if below.is_empty() {
                        format!("references to `{name}` are null")
                    } else {
                        format!("references to `{name}` are null or empty")
                    });
                } else if program.hierarchy.lacks_implementation(program, class) {
                    let name = &info.name;
                    found.insert(format!(
                        "references to `{name}` are null, because no class implements it"
                    ));
                } else if below.len() >= MAX_CLASSES {
                    found.insert(format!(
                        "{MAX_CLASSES} classes below `{}` are tried",
                        info.name
                    ));
                }
                let fields = below.iter().flat_map(|class| fields_of(program, *class));
                todo.extend(fields.map(|field| program.field(field).ty.clone()));
            }
            Type::Perm => {
                found.insert("amounts of permission are between 0 and 1".to_owned());
            }
            Type::Int | Type::Machine(_) | Type::Floating(_) | Type::Bool | Type::Null => {}
        }
    }
    found.into_iter().collect()
}

/// The classes below this one of which an input can have objects. Of the library's classes, whose objects
/// have contents of their own, these are texts, and empty lists and maps.
fn candidates(program: &Program, declared: ClassId) -> Vec<ClassId> {
    let below = program.hierarchy.order().with_subtypes(&[declared]);
    let can_be_made = |class: &ClassId| {
        let info = program.class(*class);
        let is_listed = info.name == "ArrayList" || info.name == "HashMap";
        let in_library = info.span.file.is_library();
        // A text is what a reference to one is to, and to no interface that texts have.
        let is_text = info.is_text() && *class == declared;
        info.kind.has_objects()
            && info.constants.is_empty()
            && (!in_library || is_listed || is_text)
    };
    let mut found: Vec<ClassId> = below.into_iter().filter(can_be_made).collect();
    found.sort_by_key(|class| (*class != declared, *class));
    found.truncate(MAX_CLASSES);
    found
}
