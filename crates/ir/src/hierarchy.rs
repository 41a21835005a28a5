//! The class hierarchy, and the definitions of predicates and pure methods that objects
//! of each class have.
//!
//! A *family* is a declaration with all declarations that override it, or that a class
//! inherits together with it. A family of one declaration is not *dispatched*: all
//! objects have the same definition.

use super::dispatch::{Declarations, Dispatch, Name, Visible};
use super::subtyping::Subtyping;
use super::{ClassId, ClassKind, MemberId, MethodId, MethodKind, PredId, Program, PureId, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The class hierarchy of a program.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    order: Arc<Subtyping>,
    preds: Dispatch<PredId>,
    pures: Dispatch<PureId>,
}

/// What classes see under each name.
type ByName<T> = BTreeMap<Name, Visible<T>>;

impl Hierarchy {
    /// The hierarchy of a program's classes, which must be acyclic.
    #[must_use]
    pub fn new(program: &Program) -> Hierarchy {
        let order = Arc::new(Subtyping::new(program));
        let mut preds: BTreeMap<Name, Declarations<PredId>> = BTreeMap::new();
        for (id, pred) in (0u32..).map(PredId).zip(&program.preds) {
            if let Some(class) = pred.class {
                let name = (pred.name.clone(), pred.vars.signature());
                preds.entry(name).or_default().insert(class, id);
            }
        }
        let of = |q: PredId| program.pred(q).class;
        // A name that only one class declares makes no family.
        let preds = preds.values().filter(|own| own.len() > 1);
        let preds: Vec<Visible<PredId>> = preds
            .map(|own| Visible::new(program, &order, own, &of))
            .collect();
        let pures: Vec<Visible<PureId>> = own_pures(program)
            .values()
            .filter(|own| own.len() > 1)
            .map(|own| visible_pure(program, &order, own))
            .collect();
        let no_body = |(id, pred): (u32, &super::Pred)| pred.body.is_none().then_some(PredId(id));
        let bodiless_preds = (0u32..).zip(&program.preds).filter_map(no_body).collect();
        let no_body = |(id, pure): (u32, &super::Pure)| pure.body.is_none().then_some(PureId(id));
        let bodiless_pures = (0u32..).zip(&program.pures).filter_map(no_body).collect();
        Hierarchy {
            preds: Dispatch::new(&order, program.preds.len(), bodiless_preds, &preds),
            pures: Dispatch::new(&order, program.pures.len(), bodiless_pures, &pures),
            order,
        }
    }

    /// The subtype relation.
    #[must_use]
    pub fn order(&self) -> &Subtyping {
        &self.order
    }

    /// The families of predicates.
    #[must_use]
    pub fn preds(&self) -> &Dispatch<PredId> {
        &self.preds
    }

    /// The families of pure methods.
    #[must_use]
    pub fn pures(&self) -> &Dispatch<PureId> {
        &self.pures
    }

    /// Whether a class of the program can have objects, but has none: it is abstract or an interface, and
    /// no class with objects extends or implements it. Objects of such a class are of classes that
    /// are not known.
    #[must_use]
    pub fn lacks_implementation(&self, program: &Program, class: ClassId) -> bool {
        let declared = program.class(class);
        !declared.kind.has_objects()
            && !declared.span.file.is_library()
            && (self.order.with_subtypes(&[class]).iter())
                .all(|below| !program.class(*below).kind.has_objects())
    }

    /// Whether `lower` is a subtype of `upper`, or equal to it.
    #[must_use]
    pub fn is_below(&self, lower: ClassId, upper: ClassId) -> bool {
        self.order.is_below(lower, upper)
    }

    /// The supertypes of a class, transitively, including itself, in the order of their ids.
    #[must_use]
    pub fn supertypes_of(&self, class: ClassId) -> BTreeSet<ClassId> {
        self.order.above(class)
    }

    /// Whether a class has subtypes.
    #[must_use]
    pub fn has_subtypes(&self, class: ClassId) -> bool {
        !self.order.subs(class).is_empty()
    }
}

impl Program {
    /// The library's class of texts.
    #[must_use]
    pub fn text_class(&self) -> Option<ClassId> {
        super::ids(self.classes.len()).find(|class| self.class(*class).is_text())
    }

    /// Whether values of a type are texts, or null.
    #[must_use]
    pub fn is_text(&self, ty: &Type) -> bool {
        ty.class().is_some_and(|class| self.class(class).is_text())
    }

    /// Whether a class that is not declared below another one may be so all the same: the interfaces of
    /// classes of a library, of those below them, and of `enum`s are not all declared.
    #[must_use]
    pub fn may_be_below(&self, class: ClassId, above: ClassId) -> bool {
        let of = |class: ClassId| self.classes.get(class.index());
        let is_of_library = |class| of(class).is_some_and(|class| class.span.file.is_library());
        let is_interface = of(above).is_some_and(|above| above.kind == ClassKind::Interface);
        // `Object` and arrays are in no table.
        let Some(declared) = of(class) else {
            return false;
        };
        let above_it = || self.hierarchy.supertypes_of(class).into_iter();
        is_interface
            && is_of_library(above)
            && (!declared.constants.is_empty() || above_it().any(is_of_library))
    }
}

/// The mutators and lemmas that classes declare, by name. A method that overrides one with other
/// parameter types is listed under both names.
fn own_methods(program: &Program) -> BTreeMap<Name, Declarations<MethodId>> {
    let mut own: BTreeMap<Name, Declarations<MethodId>> = BTreeMap::new();
    let mut further: Vec<(Name, ClassId, MethodId)> = Vec::new();
    for (id, method) in (0u32..).map(MethodId).zip(&program.methods) {
        let called = matches!(method.kind, MethodKind::Mutator | MethodKind::Lemma);
        if let (Some(class), true, Some(_), None) =
            (method.class, called, method.vars.this, method.inherited)
        {
            for other in &method.overridden_params {
                further.push(((method.name.clone(), other.clone()), class, id));
            }
            let name = (method.name.clone(), method.vars.signature());
            own.entry(name).or_default().insert(class, id);
        }
    }
    for (name, class, id) in further {
        own.entry(name).or_default().entry(class).or_insert(id);
    }
    own
}

/// The mutators and lemmas that classes see, by name.
#[must_use]
pub fn visible_methods(program: &Program) -> ByName<MethodId> {
    let own = own_methods(program);
    let of = |m: MethodId| program.method(m).class;
    let order = program.hierarchy.order();
    own.into_iter()
        .map(|(name, own)| (name, Visible::new(program, order, &own, &of)))
        .collect()
}

/// The pure methods that classes see, by name.
#[must_use]
pub fn visible_pures(program: &Program) -> ByName<PureId> {
    let own = own_pures(program);
    let order = program.hierarchy.order();
    own.into_iter()
        .map(|(name, own)| (name, visible_pure(program, order, &own)))
        .collect()
}

fn visible_pure(
    program: &Program,
    order: &Subtyping,
    own: &Declarations<PureId>,
) -> Visible<PureId> {
    let of = |p: PureId| program.pure_method(p).class;
    Visible::new(program, order, own, &of)
}

/// The pure methods that classes declare, by name.
fn own_pures(program: &Program) -> BTreeMap<Name, Declarations<PureId>> {
    let mut own: BTreeMap<Name, Declarations<PureId>> = BTreeMap::new();
    for (id, method) in (0u32..).map(PureId).zip(&program.pures) {
        if let (Some(class), Some(_), None) = (method.class, method.vars.this, method.inherited) {
            let name = (method.name.clone(), method.vars.signature());
            own.entry(name).or_default().insert(class, id);
        }
    }
    own
}

impl Program {
    /// The family of a pure method or a predicate; for a method, only itself.
    #[must_use]
    pub fn family(&self, member: MemberId) -> Vec<MemberId> {
        match member {
            MemberId::Method(_) => vec![member],
            MemberId::Pure(p) => {
                let family = self.hierarchy.pures().members(p).into_iter();
                family.map(MemberId::Pure).collect()
            }
            MemberId::Pred(q) => {
                let family = self.hierarchy.preds().members(q).into_iter();
                family.map(MemberId::Pred).collect()
            }
        }
    }

    /// The dispatched families, by their representatives.
    pub fn families(&self) -> impl Iterator<Item = MemberId> + use<'_> {
        let preds = self.hierarchy.preds().dispatched().map(MemberId::Pred);
        preds.chain(self.hierarchy.pures().dispatched().map(MemberId::Pure))
    }

    /// The representative of a member's family; `None` if the family is not dispatched.
    #[must_use]
    pub fn dispatched(&self, member: MemberId) -> Option<MemberId> {
        let (pures, preds) = (self.hierarchy.pures(), self.hierarchy.preds());
        match member {
            MemberId::Method(_) => None,
            MemberId::Pure(p) => pures
                .is_dispatched(p)
                .then(|| MemberId::Pure(pures.family(p))),
            MemberId::Pred(q) => preds
                .is_dispatched(q)
                .then(|| MemberId::Pred(preds.family(q))),
        }
    }

    /// Whether some subtype of a class has another definition of a member than the class, which
    /// has one.
    #[must_use]
    pub fn varies(&self, member: MemberId, class: ClassId) -> bool {
        match member {
            MemberId::Method(_) => false,
            MemberId::Pure(p) => self.hierarchy.pures().varies(p, class),
            MemberId::Pred(q) => self.hierarchy.preds().varies(q, class),
        }
    }

    /// Whether a member has a body in the source.
    #[must_use]
    pub fn has_body(&self, member: MemberId) -> bool {
        match member {
            MemberId::Method(m) => !self.method(m).is_abstract,
            MemberId::Pure(p) => self.pure_method(p).body.is_some(),
            MemberId::Pred(q) => self.pred(q).body.is_some(),
        }
    }

    /// The definition of a predicate or pure method for objects of exactly this class.
    #[must_use]
    pub fn defined(&self, member: MemberId, class: ClassId) -> Option<MemberId> {
        match member {
            MemberId::Method(_) => None,
            MemberId::Pure(p) => self.hierarchy.pures().defined(p, class).map(MemberId::Pure),
            MemberId::Pred(q) => self.hierarchy.preds().defined(q, class).map(MemberId::Pred),
        }
    }

    /// The definition of a predicate or pure method that all objects of a static type
    /// share.
    #[must_use]
    pub fn unique_definition(&self, member: MemberId, class: ClassId) -> Option<MemberId> {
        match member {
            MemberId::Method(_) => None,
            MemberId::Pure(p) => self.hierarchy.pures().unique(p, class).map(MemberId::Pure),
            MemberId::Pred(q) => self.hierarchy.preds().unique(q, class).map(MemberId::Pred),
        }
    }
}

impl MemberId {
    /// The id as a number, unique per kind of member.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            MemberId::Method(m) => m.0,
            MemberId::Pure(p) => p.0,
            MemberId::Pred(q) => q.0,
        }
    }
    /// The member of the same kind with this number.
    #[must_use]
    pub fn with_number(self, number: u32) -> MemberId {
        match self {
            MemberId::Method(_) => MemberId::Method(MethodId(number)),
            MemberId::Pure(_) => MemberId::Pure(PureId(number)),
            MemberId::Pred(_) => MemberId::Pred(PredId(number)),
        }
    }
}
