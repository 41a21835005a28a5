//! The class table: every declaration's header, before any body is looked at.

use crate::ir::{
    ClassId, ClassKind, FieldId, Integers, MemberId, MethodId, MethodKind, PredId, PureId, Type,
    Unique, UniqueId,
};
use crate::source::Span;
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// A declared type; `None` where it is ill-formed (and that is reported).
pub(in crate::resolve) type Known = Option<Type>;

/// What a member gives back.
#[derive(Clone, Debug)]
pub(in crate::resolve) enum Yields {
    /// `void`, constructors, the main routine.
    Nothing,
    /// A value.
    Value(Known),
}

/// A parameter's header.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct ParamInfo<'a> {
    /// Its name.
    pub name: &'a ast::Name,
    /// Its type.
    pub ty: Known,
    /// Its type as it is written.
    pub written: &'a ast::Type,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Whether its arguments are only for ghost code and contracts.
    pub is_ghost: bool,
    /// Whether its type, as written, names a type parameter.
    pub is_erased: bool,
}

/// Who may see a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Visibility {
    /// Its class alone.
    Private,
    /// The classes of its package.
    Package,
    /// The classes of its package, and all subclasses.
    Protected,
    /// All classes.
    Public,
}

/// What methods, constructors, pure methods and predicates have in common.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Header<'a> {
    /// The class; `None` for a main routine of trailing statements.
    pub class: Option<ClassId>,
    /// The name.
    pub name: &'a str,
    /// Where the name stands.
    pub name_span: Span,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether no class may override it.
    pub is_final: bool,
    /// Who may see it, and with that, override it.
    pub visibility: Visibility,
    /// The parameters.
    pub params: Vec<ParamInfo<'a>>,
    /// What it gives back (a predicate: nothing).
    pub yields: Yields,
    /// The type of that as it is written.
    pub written: Option<&'a ast::Type>,
    /// Its own type parameters.
    pub type_params: &'a [ast::TypeParam],
}

/// Where a method's body comes from.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) enum Source<'a> {
    /// A contract and a block.
    Text(&'a ast::Callable),
    /// The trailing statements of a file.
    Main(&'a [ast::Stmt]),
    /// A class without constructor.
    Default,
}

/// A mutator, a constructor, a lemma or a main routine.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct MethodInfo<'a> {
    /// Name, parameters, result.
    pub header: Header<'a>,
    /// Which of these it is.
    pub kind: MethodKind,
    /// Its body.
    pub source: Source<'a>,
    /// Whether subclasses are to give the body.
    pub is_abstract: bool,
    /// The methods of supertypes that it overrides, the superclass's first.
    pub overrides: Vec<MethodId>,
}

/// A pure method or a predicate.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct FunctionInfo<'a> {
    /// Name, parameters, result.
    pub header: Header<'a>,
    /// Whether only contracts and ghost code may use it; predicates always are.
    pub is_ghost: bool,
    /// Contract and body.
    pub source: &'a ast::Callable,
    /// The pure methods (or predicates) of supertypes that it overrides, by number.
    pub overrides: Vec<u32>,
}

/// A field that is a location.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct FieldInfo<'a> {
    /// The class.
    pub class: ClassId,
    /// The name.
    pub name: &'a ast::Name,
    /// The type.
    pub ty: Known,
    /// The type as it is written.
    pub written: &'a ast::Type,
    /// Whether it is a location of the class.
    pub is_static: bool,
    /// Whether only constructors may assign it.
    pub is_final: bool,
    /// Who may see it.
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
    /// Who may see it.
    pub visibility: Visibility,
    /// Its value.
    pub init: Option<&'a ast::Expr>,
}

/// What a field's name stands for.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) enum Slot {
    /// A field of each object.
    Field(FieldId),
    /// A field of the class.
    Static(FieldId),
    /// A constant: an index into [`Table::constants`].
    Constant(usize),
    /// A constant of an `enum`.
    Unique(UniqueId),
}

/// What a method's name, with a number of arguments, stands for.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) enum Callee {
    /// A mutator.
    Method(MethodId),
    /// A pure method.
    Pure(PureId),
    /// A predicate.
    Pred(PredId),
    /// Something that is not supported and has been reported.
    Refused,
}

/// A class.
#[derive(Debug)]
pub(in crate::resolve) struct ClassInfo<'a> {
    /// The name.
    pub name: &'a ast::Name,
    /// The package that it stands in.
    pub package: &'a str,
    /// Its text.
    pub source: &'a ast::Class,
    /// What it is.
    pub kind: ClassKind,
    /// Its superclass and interfaces, in that order.
    pub supers: Vec<ClassId>,
    /// Whether it is a library's: its members are taken for correct.
    pub is_library: bool,
    /// Whether some of its supertypes are ill-formed: what it seems to lack may
    /// be in them, so nothing is said about that.
    pub incomplete: bool,
    /// Its fields and constants by name.
    pub slots: BTreeMap<&'a str, Slot>,
    /// Its methods and predicates by name and number of parameters; those of one
    /// entry differ in the types of their parameters.
    pub callees: BTreeMap<(&'a str, usize), Vec<Callee>>,
    /// Its constructors in source order.
    pub constructors: Vec<MethodId>,
    /// Its instance fields in source order.
    pub fields: Vec<FieldId>,
    /// Its predicates in source order.
    pub preds: Vec<PredId>,
    /// The constants of an `enum`.
    pub uniques: Vec<UniqueId>,
}

/// The class table. Ids index the lists.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Table<'a> {
    /// What `int` means in code.
    pub integers: Integers,
    /// Whether it is of Java files.
    pub is_java: bool,
    /// All classes.
    pub classes: Vec<ClassInfo<'a>>,
    /// Classes by name, without their packages: those of the program, and those of
    /// libraries that it does not declare itself.
    pub class_ids: BTreeMap<&'a str, ClassId>,
    /// The classes of libraries by name, as files of libraries see them.
    pub library_ids: BTreeMap<&'a str, ClassId>,
    /// The contracts of the members of `Object`, where they are used.
    pub root: Option<ClassId>,
    /// The names of type parameters, and where they stand for objects of any class.
    pub type_params: BTreeMap<&'a str, Vec<Span>>,
    /// What the files import, with the places.
    pub imports: Vec<&'a ast::Name>,
    /// All fields that are locations.
    pub fields: Vec<FieldInfo<'a>>,
    /// All constants.
    pub constants: Vec<ConstantInfo<'a>>,
    /// Mutators, constructors, main routines.
    pub methods: Vec<MethodInfo<'a>>,
    /// Pure methods.
    pub pures: Vec<FunctionInfo<'a>>,
    /// Predicates.
    pub preds: Vec<FunctionInfo<'a>>,
    /// The pure methods of libraries that stand for several: for one that takes characters
    /// and for one that takes numbers, where these are of one type.
    pub blurred: BTreeSet<PureId>,
    /// What is to be verified, in source order.
    pub members: Vec<MemberId>,
    /// The constants of all `enum`s, then the strings of the text, each once.
    pub uniques: Vec<Unique>,
    /// The strings of the text.
    pub strings: BTreeMap<&'a str, UniqueId>,
}

// Ids are made by `collect` together with the lists that they index.
#[allow(clippy::indexing_slicing)]
impl<'a> Table<'a> {
    /// The class that `id` names.
    pub fn class(&self, id: ClassId) -> &ClassInfo<'a> {
        &self.classes[id.index()]
    }
    /// The field that `id` names.
    pub fn field(&self, id: FieldId) -> &FieldInfo<'a> {
        &self.fields[id.index()]
    }
    /// The method that `id` names.
    pub fn method(&self, id: MethodId) -> &MethodInfo<'a> {
        &self.methods[id.index()]
    }
    /// The pure method that `id` names.
    pub fn pure_method(&self, id: PureId) -> &FunctionInfo<'a> {
        &self.pures[id.index()]
    }
    /// The predicate that `id` names.
    pub fn pred(&self, id: PredId) -> &FunctionInfo<'a> {
        &self.preds[id.index()]
    }

    /// A class and all above it, itself first, the superclass before interfaces.
    pub fn lineage(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut at = 0;
        // Superclasses before any interface: what they have is there with its body.
        while let Some(&next) = found.get(at) {
            let above = self.class(next).supers.iter().copied();
            let (interfaces, classes): (Vec<_>, Vec<_>) =
                above.partition(|c| self.class(*c).kind == ClassKind::Interface);
            for (offset, class) in classes.into_iter().enumerate() {
                if !found.contains(&class) {
                    found.insert(at + 1 + offset, class);
                }
            }
            found.extend(interfaces);
            at += 1;
        }
        let mut lineage: Vec<ClassId> = Vec::with_capacity(found.len());
        for class in found {
            if lineage.contains(&class) {
                continue;
            }
            // An interface stands before those that it extends: what it says counts.
            let is_interface = self.class(class).kind == ClassKind::Interface;
            let above = lineage.iter().position(|c| self.reaches(class, *c));
            match above.filter(|_| is_interface) {
                Some(at) => lineage.insert(at, class),
                None => lineage.push(class),
            }
        }
        lineage
    }

    /// Whether a class names another one among its supertypes, or one of them does.
    fn reaches(&self, lower: ClassId, upper: ClassId) -> bool {
        let mut seen = BTreeSet::new();
        let mut todo = self.class(lower).supers.clone();
        while let Some(next) = todo.pop() {
            if next == upper {
                return true;
            }
            if seen.insert(next) {
                todo.extend(&self.class(next).supers);
            }
        }
        false
    }

    /// What a field's name stands for in a class: its own field, or one that it
    /// inherits. Real code of Java finds nothing ghost.
    pub fn slot(&self, class: ClassId, name: &str, real: bool) -> Option<Slot> {
        let mut lineage = self.lineage(class).into_iter();
        lineage.find_map(|above| {
            let slot = self.class(above).slots.get(name).copied()?;
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
            (visible && !(real && ghost)).then_some(slot)
        })
    }

    /// Whether a class inherits what another one above it declares, as Java sees it.
    pub(in crate::resolve) fn inherits(
        &self,
        class: ClassId,
        above: ClassId,
        visibility: Visibility,
    ) -> bool {
        match visibility {
            _ if !self.is_java => true,
            Visibility::Private => false,
            Visibility::Package => self.class(class).package == self.class(above).package,
            Visibility::Protected | Visibility::Public => true,
        }
    }

    /// All members of a name that a class has, by number of parameters.
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

    /// Whether a class, or one above it, is ill-formed.
    pub fn is_incomplete(&self, class: ClassId) -> bool {
        let mut lineage = self.lineage(class).into_iter();
        lineage.any(|c| self.class(c).incomplete)
    }

    /// Whether a class is below another one, or the same.
    pub fn is_below(&self, lower: ClassId, upper: ClassId) -> bool {
        lower == upper || self.lineage(lower).contains(&upper)
    }

    /// The superclass of a class, if it is not the root.
    pub fn superclass(&self, class: ClassId) -> Option<ClassId> {
        let mut supers = self.class(class).supers.iter().copied();
        supers.find(|c| self.class(*c).kind != ClassKind::Interface)
    }

    /// Whether a member has no body because subclasses are to give one.
    pub fn is_abstract(&self, callee: Callee) -> bool {
        match callee {
            Callee::Method(id) => self.method(id).is_abstract,
            Callee::Pure(id) => self.pure_method(id).source.body.is_none(),
            Callee::Pred(id) => self.pred(id).source.body.is_none(),
            Callee::Refused => false,
        }
    }

    /// These methods, and all that they override, directly or not.
    pub fn overridden(&self, these: &[MethodId]) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        let mut todo = these.to_vec();
        while let Some(next) = todo.pop() {
            if !found.contains(&next) {
                found.push(next);
                todo.extend(&self.method(next).overrides);
            }
        }
        found
    }

    /// The method whose text is a method's contract: itself or, where it has none,
    /// one that it overrides.
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

    /// The pure method whose text has a kind of clause for a pure method: itself
    /// or, where it has none, one that it overrides.
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

    /// The header of a callee; `None` for a refused one.
    pub fn header(&self, callee: Callee) -> Option<&Header<'a>> {
        match callee {
            Callee::Method(id) => Some(&self.method(id).header),
            Callee::Pure(id) => Some(&self.pure_method(id).header),
            Callee::Pred(id) => Some(&self.pred(id).header),
            Callee::Refused => None,
        }
    }

    /// Whether a callee and its arguments are ghost code: lemmas, ghost pure
    /// methods and predicates.
    pub fn is_ghost(&self, callee: Callee) -> bool {
        match callee {
            Callee::Method(id) => self.method(id).kind == MethodKind::Lemma,
            Callee::Pure(id) => self.pure_method(id).is_ghost,
            Callee::Pred(_) => true,
            Callee::Refused => false,
        }
    }

    /// The id that stands for `Object` where an object of it is created.
    pub fn object_class(&self) -> ClassId {
        ClassId(index(self.classes.len()))
    }

    /// The constructor of `Object`.
    pub fn object_constructor(&self) -> MethodId {
        MethodId(index(self.methods.len()))
    }

    /// A type in the user's notation.
    pub fn type_name(&self, ty: &Type) -> String {
        ty.name(&|id| self.class(id).name.text.clone())
    }
}

/// A position in a table as the number in its id.
pub(in crate::resolve) fn index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
