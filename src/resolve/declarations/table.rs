//! The class table: the headers of all declarations, built before any body is resolved.

use super::lineage::{Lineage, Lineages, MembersByName};
use super::nested::Nesting;
use super::untold::Untold;
pub(in crate::resolve) use crate::ir::headers::Visibility;
use crate::ir::{
    ClassId, ClassKind, FieldId, Integers, LibraryExceptions, MemberId, MethodId, MethodKind,
    PredId, PureId, Type, Unique, UniqueId,
};
use crate::resolve::notations::Rules;
use crate::source::{FileId, Span};
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A declared type; `None` if it is ill-formed (the error is already reported).
pub(in crate::resolve) type Known = Option<Type>;

/// The result of a member.
#[derive(Clone, Debug)]
pub(in crate::resolve) enum Yields {
    /// No result: `void`, constructors, the main routine.
    Nothing,
    /// A value of this type.
    Value(Known),
}

/// A type parameter of a class or a method.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) struct TypeParam<'a> {
    /// The class or the method.
    pub scope: Span,
    /// The types behind `extends`.
    pub bounds: &'a [ast::Type],
}

/// The header of a parameter.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct ParamInfo<'a> {
    /// The name.
    pub name: &'a ast::Name,
    /// The type.
    pub ty: Known,
    /// The type as written.
    pub written: &'a ast::Type,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Whether it is ghost: its arguments are ghost code.
    pub is_ghost: bool,
    /// Whether its written type mentions a type parameter.
    pub is_erased: bool,
    /// Whether it stands for any number of arguments, of which it has an array.
    pub is_rest: bool,
}

/// The common header of methods, constructors, pure methods and predicates.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Header<'a> {
    /// The class; `None` for a main routine of trailing statements.
    pub class: Option<ClassId>,
    /// The name.
    pub name: &'a str,
    /// The span of the name.
    pub name_span: Span,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether it cannot be overridden.
    pub is_final: bool,
    /// The visibility, which also restricts overriding.
    pub visibility: Visibility,
    /// The parameters.
    pub params: Vec<ParamInfo<'a>>,
    /// The result; predicates have none.
    pub yields: Yields,
    /// The result type as written.
    pub written: Option<&'a ast::Type>,
    /// Its own type parameters.
    pub type_params: &'a [ast::TypeParam],
    /// Whether an error in the declaration leaves its meaning open: its body is not resolved.
    pub is_refused: bool,
}

/// The origin of a method's body.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) enum Source<'a> {
    /// A contract and a block.
    Text(&'a ast::Callable),
    /// The trailing statements of a file, or those of a block that Java runs when its class is first used.
    Block(&'a [ast::Stmt]),
    /// The default constructor of a class without constructors.
    Default,
}

/// A mutator, a constructor, a lemma or a main routine.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct MethodInfo<'a> {
    /// The header.
    pub header: Header<'a>,
    /// The kind of method.
    pub kind: MethodKind,
    /// The origin of its body.
    pub source: Source<'a>,
    /// Whether it has no body of its own.
    pub is_abstract: bool,
    /// The methods of supertypes that it overrides directly, those of the superclass first.
    pub overrides: Vec<MethodId>,
}

/// A pure method or a predicate.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct FunctionInfo<'a> {
    /// The header.
    pub header: Header<'a>,
    /// Whether only contracts and ghost code may use it; always true for predicates.
    pub is_ghost: bool,
    /// Contract and body.
    pub source: &'a ast::Callable,
    /// The ids of the pure methods (or predicates) that it overrides directly.
    pub overrides: Vec<u32>,
}

/// A field that is a heap location.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct FieldInfo<'a> {
    /// The class.
    pub class: ClassId,
    /// The name.
    pub name: &'a ast::Name,
    /// The type.
    pub ty: Known,
    /// The type as written.
    pub written: &'a ast::Type,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether only constructors may assign it.
    pub is_final: bool,
    /// The visibility.
    pub visibility: Visibility,
    /// Whether only ghost code may use it.
    pub is_ghost: bool,
    /// The initialiser.
    pub init: Option<&'a ast::Expr>,
}

/// A `static final` field.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct ConstantInfo<'a> {
    /// The class.
    pub class: ClassId,
    /// The name.
    pub name: &'a ast::Name,
    /// The type.
    pub ty: Known,
    /// The type as written.
    pub written: &'a ast::Type,
    /// The visibility.
    pub visibility: Visibility,
    /// The initialiser, which determines its value.
    pub init: Option<&'a ast::Expr>,
}

/// The meaning of a field's name.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) enum Slot {
    /// An instance field.
    Field(FieldId),
    /// A static field.
    Static(FieldId),
    /// A constant: an index into [`Table::constants`].
    Constant(usize),
    /// A constant of an `enum`.
    Unique(UniqueId),
}

/// The meaning of a method's name for a given arity.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) enum Callee {
    /// A mutator.
    Method(MethodId),
    /// A pure method.
    Pure(PureId),
    /// A predicate.
    Pred(PredId),
}

/// A class.
#[derive(Debug)]
pub(in crate::resolve) struct ClassInfo<'a> {
    /// The simple name.
    pub name: &'a ast::Name,
    /// The name with those of the classes around it.
    pub qualified: String,
    /// The same, with the package.
    pub identity: String,
    /// The name that messages and identities use: no other class of the program has it.
    pub title: String,
    /// The package.
    pub package: &'a str,
    /// The class around it.
    pub outer: Option<ClassId>,
    /// The classes that it declares as members.
    pub inner: BTreeMap<&'a str, ClassId>,
    /// The declaration.
    pub source: &'a ast::Class,
    /// The kind of class.
    pub kind: ClassKind,
    /// The superclass and the interfaces, in this order.
    pub supers: Vec<ClassId>,
    /// Whether it belongs to a library; its contracts are trusted.
    pub is_library: bool,
    /// Whether a supertype is ill-formed. Missing members may be inherited from it, so they are not
    /// reported.
    pub incomplete: bool,
    /// Fields and constants by name.
    pub slots: BTreeMap<&'a str, Slot>,
    /// Methods and predicates by name and arity; the overloads in one entry differ in their
    /// parameter types.
    pub callees: BTreeMap<(&'a str, usize), Vec<Callee>>,
    /// Constructors in source order.
    pub constructors: Vec<MethodId>,
    /// Instance fields in source order.
    pub fields: Vec<FieldId>,
    /// Predicates in source order.
    pub preds: Vec<PredId>,
    /// The constants of an `enum`.
    pub uniques: Vec<UniqueId>,
    /// Whether there are blocks that Java runs when it is first used.
    pub has_block: bool,
}

/// The class table; ids are indices into its lists.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Table<'a> {
    /// The semantics of `int` in code.
    pub integers: Integers,
    /// How members of Java's own classes may end of which no contract tells.
    pub library_exceptions: LibraryExceptions,
    /// What the notation of the program decides.
    pub rules: &'static Rules,
    /// All classes.
    pub classes: Vec<ClassInfo<'a>>,
    /// Classes of the program that are not nested by simple name, each of another package.
    pub class_ids: BTreeMap<&'a str, Vec<ClassId>>,
    /// Library classes that are not nested by simple name.
    pub library_ids: BTreeMap<&'a str, ClassId>,
    /// Nested classes, and what decides what a name denotes.
    pub nesting: Nesting<'a>,
    /// The class with the contracts of the members of `Object`, if used.
    pub root: Option<ClassId>,
    /// The type parameters by name; they are erased to `Object`.
    pub type_params: BTreeMap<&'a str, Vec<TypeParam<'a>>>,
    /// The files of contracts that are not shipped: nothing is known of the code of what they describe.
    pub specified: BTreeSet<FileId>,
    /// Whether there is a class path: code of which nothing is known but that it does not know the program.
    pub has_class_path: bool,
    /// Where text was not parsed: statements may be missing there.
    pub gaps: Vec<Span>,
    /// The supertypes of all classes in lookup order, as soon as they are known.
    pub lineages: Lineages,
    /// What is known of members by name and arity, once all are entered.
    pub members_by_name: Option<MembersByName<'a>>,
    /// The names of members that take any number of arguments.
    pub names_with_rest: BTreeSet<&'a str>,
    /// The imported names.
    pub imports: Vec<&'a ast::Name>,
    /// All fields that are heap locations.
    pub fields: Vec<FieldInfo<'a>>,
    /// All constants.
    pub constants: Vec<ConstantInfo<'a>>,
    /// Mutators, constructors, lemmas and main routines.
    pub methods: Vec<MethodInfo<'a>>,
    /// Pure methods.
    pub pures: Vec<FunctionInfo<'a>>,
    /// Predicates.
    pub preds: Vec<FunctionInfo<'a>>,
    /// Pure library methods that stand for two overloads, one on characters and one on numbers,
    /// because both types are `int` without machine integers.
    pub blurred: BTreeSet<PureId>,
    /// The methods whose contracts speak of exceptions, with all that override them or are overridden.
    pub throwing: BTreeSet<MethodId>,
    /// What might end with an exception of which no contract tells, once it is asked for.
    pub untold: OnceLock<Untold>,
    /// For each of [`OF_OBJECT`](super::library::OF_OBJECT): the classes whose objects have that of `Object`.
    pub as_object: [OnceLock<Vec<bool>>; 3],
    /// The members to verify, in source order.
    pub members: Vec<MemberId>,
    /// The constants of all `enum`s, followed by the distinct string literals.
    pub uniques: Vec<Unique>,
    /// The string literals.
    pub strings: BTreeMap<&'a str, UniqueId>,
}

// `collect` creates the ids together with the lists that they index.
#[allow(clippy::indexing_slicing)]
impl<'a> Table<'a> {
    /// The class of an id.
    pub fn class(&self, id: ClassId) -> &ClassInfo<'a> {
        &self.classes[id.index()]
    }
    /// The field of an id.
    pub fn field(&self, id: FieldId) -> &FieldInfo<'a> {
        &self.fields[id.index()]
    }
    /// The method of an id.
    pub fn method(&self, id: MethodId) -> &MethodInfo<'a> {
        &self.methods[id.index()]
    }
    /// The pure method of an id.
    pub fn pure_method(&self, id: PureId) -> &FunctionInfo<'a> {
        &self.pures[id.index()]
    }
    /// The predicate of an id.
    pub fn pred(&self, id: PredId) -> &FunctionInfo<'a> {
        &self.preds[id.index()]
    }

    /// A class and its supertypes in lookup order: the class itself, its superclasses, then
    /// interfaces.
    pub fn lineage(&self, class: ClassId) -> Lineage<'_> {
        self.lineages.of(class)
    }

    /// The field or constant that a name denotes in a class, own or inherited. Ghost fields are
    /// invisible to real Java code. One that is not inherited hides those above it all the same (JLS
    /// 8.3).
    pub fn slot(&self, class: ClassId, name: &str, real: bool) -> Option<Slot> {
        let mut hiding = Vec::new();
        let mut lineage = self.lineage(class);
        lineage.find_map(|above| {
            let slot = self.class(above).slots.get(name).copied()?;
            if !hiding.is_empty() && !self.is_above_without(class, above, &hiding) {
                return None;
            }
            let (ghost, visibility) = match slot {
                Slot::Field(id) | Slot::Static(id) => {
                    (self.field(id).is_ghost, self.field(id).visibility)
                }
                Slot::Constant(at) => (
                    false,
                    self.constants
                        .get(at)
                        .map_or(Visibility::Private, |c| c.visibility),
                ),
                Slot::Unique(_) => (false, Visibility::Public),
            };
            let visible = above == class || self.inherits(class, above, visibility);
            if !visible {
                hiding.push(above);
            }
            (visible && !(real && ghost)).then_some(slot)
        })
    }

    /// Whether a class is a supertype of another one, not only through these.
    fn is_above_without(&self, class: ClassId, above: ClassId, without: &[ClassId]) -> bool {
        let (mut todo, mut seen) = (vec![class], BTreeSet::from([class]));
        while let Some(next) = todo.pop() {
            if next == above {
                return true;
            }
            if !without.contains(&next) {
                let supers = self.class(next).supers.iter().copied();
                todo.extend(supers.filter(|class| seen.insert(*class)));
            }
        }
        false
    }

    /// Whether a class inherits the declarations of a supertype that have this visibility.
    pub(in crate::resolve) fn inherits(
        &self,
        class: ClassId,
        above: ClassId,
        visibility: Visibility,
    ) -> bool {
        match visibility {
            _ if !self.rules.has_visibility => true,
            Visibility::Private => false,
            Visibility::Package => self.hands_down(class, above),
            Visibility::Protected | Visibility::Public => true,
        }
    }

    /// Whether what only the package of a class sees comes down to another one: through classes of this
    /// package alone (JLS 8.2).
    fn hands_down(&self, class: ClassId, above: ClassId) -> bool {
        let package = self.class(above).package;
        let (mut todo, mut seen) = (vec![class], BTreeSet::new());
        while let Some(next) = todo.pop() {
            if self.class(next).package != package || !seen.insert(next) {
                continue;
            }
            if next == above {
                return true;
            }
            todo.extend(&self.class(next).supers);
        }
        false
    }

    /// All members of a class with this name, with their arities.
    pub fn callees_named(&self, class: ClassId, name: &str) -> Vec<(usize, Callee)> {
        let mut found = BTreeMap::new();
        for at in self.lineage(class) {
            let own = self.class(at).callees.range((name, 0)..=(name, usize::MAX));
            for ((_, arity), callees) in own {
                let mut inherited = callees
                    .iter()
                    .filter(|c| at == class || self.is_inherited(class, at, **c));
                if let Some(callee) = inherited.next() {
                    found.entry(*arity).or_insert(*callee);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether a class or one of its supertypes is ill-formed.
    pub fn is_incomplete(&self, class: ClassId) -> bool {
        self.lineage(class).any(|c| self.class(c).incomplete)
    }

    /// Whether `lower` is a subtype of `upper`, or the same class.
    pub fn is_below(&self, lower: ClassId, upper: ClassId) -> bool {
        self.lineage(lower).any(|above| above == upper)
    }

    /// The superclass that a class declares.
    pub fn superclass(&self, class: ClassId) -> Option<ClassId> {
        let mut supers = self.class(class).supers.iter().copied();
        supers.find(|c| self.class(*c).kind != ClassKind::Interface)
    }

    /// Whether a member has no body of its own.
    pub fn is_abstract(&self, callee: Callee) -> bool {
        match callee {
            Callee::Method(id) => self.method(id).is_abstract,
            Callee::Pure(id) => self.pure_method(id).source.body.is_none(),
            Callee::Pred(id) => self.pred(id).source.body.is_none(),
        }
    }

    /// These methods and all methods that they override, transitively.
    pub fn overridden(&self, these: &[MethodId]) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        let mut known = BTreeSet::new();
        let mut todo = these.to_vec();
        while let Some(next) = todo.pop() {
            if known.insert(next) {
                found.push(next);
                todo.extend(&self.method(next).overrides);
            }
        }
        found
    }

    /// The method whose contract applies to `id`: the method itself or, if it declares none, an
    /// overridden one.
    pub fn contract_of(&self, id: MethodId) -> MethodId {
        let mut todo = vec![id];
        while let Some(next) = todo.pop() {
            let info = self.method(next);
            if matches!(info.source, Source::Text(callable) if !callable.contract.is_empty()) {
                return next;
            }
            todo.extend(info.overrides.iter().rev());
        }
        id
    }

    /// The pure method whose clauses of this kind apply to `id`: the method itself or, if it
    /// declares none, an overridden one.
    pub fn clause_of(&self, id: PureId, kind: ast::ClauseKind) -> PureId {
        let mut todo = vec![id];
        while let Some(next) = todo.pop() {
            let info = self.pure_method(next);
            if info
                .source
                .contract
                .iter()
                .any(|clause| clause.kind == kind)
            {
                return next;
            }
            todo.extend(info.overrides.iter().rev().copied().map(PureId));
        }
        id
    }

    /// The header of a callee.
    pub fn header(&self, callee: Callee) -> &Header<'a> {
        match callee {
            Callee::Method(id) => &self.method(id).header,
            Callee::Pure(id) => &self.pure_method(id).header,
            Callee::Pred(id) => &self.pred(id).header,
        }
    }

    /// Whether a callee and its arguments are ghost code: lemmas, ghost pure methods and
    /// predicates.
    pub fn is_ghost(&self, callee: Callee) -> bool {
        match callee {
            Callee::Method(id) => self.method(id).kind == MethodKind::Lemma,
            Callee::Pure(id) => self.pure_method(id).is_ghost,
            Callee::Pred(_) => true,
        }
    }

    /// The class id used for `new Object()`.
    pub fn object_class(&self) -> ClassId {
        ClassId(index(self.classes.len()))
    }

    /// The id of the constructor of `Object`.
    pub fn object_constructor(&self) -> MethodId {
        MethodId(index(self.methods.len()))
    }

    /// A type in the user's notation.
    pub fn type_name(&self, ty: &Type) -> String {
        ty.name(&|id| self.class(id).title.clone())
    }
}

/// Converts an index into the number of an id.
pub(in crate::resolve) fn index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
