//! The class hierarchy, and the definitions of predicates and pure methods that objects
//! of each class have.
//!
//! A *family* is a declaration with all declarations that override it, or that a class
//! inherits together with it. A family of one declaration is not *dispatched*: all
//! objects have the same definition.

use super::{ClassId, ClassKind, MemberId, MethodId, MethodKind, PredId, Program, PureId, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The class hierarchy of a program.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    /// By class: its supertypes, transitively, including itself.
    above: Vec<BTreeSet<ClassId>>,
    /// By class: its subtypes, transitively, without itself.
    below: Vec<BTreeSet<ClassId>>,
    preds: Dispatch<PredId>,
    pures: Dispatch<PureId>,
}

/// The families of predicates, or of pure methods.
#[derive(Clone, Debug)]
pub struct Dispatch<T> {
    /// By declaration: the representative (first) declaration of its family.
    family: Vec<T>,
    /// The dispatched families, with their declarations in source order.
    members: BTreeMap<T, Vec<T>>,
    /// By dispatched family and class: the declaration that applies to the objects of
    /// the class.
    chosen: BTreeMap<(T, ClassId), T>,
    /// The declarations without a body.
    bodiless: BTreeSet<T>,
}

impl<T> Default for Dispatch<T> {
    fn default() -> Dispatch<T> {
        Dispatch {
            family: Vec::new(),
            members: BTreeMap::new(),
            chosen: BTreeMap::new(),
            bodiless: BTreeSet::new(),
        }
    }
}

impl<T: Copy + Ord + From<u32> + Into<u32>> Dispatch<T> {
    /// The representative of a declaration's family: the first declaration.
    #[must_use]
    pub fn family(&self, declared: T) -> T {
        let number: u32 = declared.into();
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        self.family.get(at).copied().unwrap_or(declared)
    }

    /// Whether the definition depends on the receiver's class.
    #[must_use]
    pub fn is_dispatched(&self, declared: T) -> bool {
        self.members.contains_key(&self.family(declared))
    }

    /// All declarations of a family, in source order.
    #[must_use]
    pub fn members(&self, declared: T) -> Vec<T> {
        match self.members.get(&self.family(declared)) {
            Some(members) => members.clone(),
            None => vec![declared],
        }
    }

    /// The definition for objects of exactly this class; `None` if there is none or it
    /// has no body.
    #[must_use]
    pub fn defined(&self, declared: T, class: ClassId) -> Option<T> {
        if !self.is_dispatched(declared) {
            return (!self.bodiless.contains(&declared)).then_some(declared);
        }
        let chosen = self.chosen.get(&(self.family(declared), class)).copied();
        chosen.filter(|chosen| !self.bodiless.contains(chosen))
    }

    /// Whether two classes have different definitions of a member; false if one has
    /// none.
    #[must_use]
    pub fn differ(&self, declared: T, one: ClassId, other: ClassId) -> bool {
        let family = self.family(declared);
        let chosen = |class| self.chosen.get(&(family, class));
        let (a, b) = (chosen(one), chosen(other));
        a.is_some() && b.is_some() && a != b
    }

    /// The representatives of all dispatched families.
    pub fn dispatched(&self) -> impl Iterator<Item = T> + '_ {
        self.members.keys().copied()
    }

    fn new(count: usize, bodiless: BTreeSet<T>, visible: &Visible<T>) -> Dispatch<T> {
        let mut family: Vec<T> = (0..u32::try_from(count).unwrap_or(u32::MAX))
            .map(T::from)
            .collect();
        let find = |family: &[T], declared: T| {
            let number: u32 = declared.into();
            let at = usize::try_from(number).unwrap_or(usize::MAX);
            family.get(at).copied().unwrap_or(declared)
        };
        // The declarations that a class has under one name are one family, with the
        // least id as its representative.
        for by_name in visible.all.values() {
            for declared in by_name.values() {
                let roots: BTreeSet<T> = declared.iter().map(|&d| find(&family, d)).collect();
                if let Some(&first) = roots.first() {
                    for root in &mut family {
                        if roots.contains(root) {
                            *root = first;
                        }
                    }
                }
            }
        }
        let mut members: BTreeMap<T, Vec<T>> = BTreeMap::new();
        for number in 0..u32::try_from(count).unwrap_or(u32::MAX) {
            let declared = T::from(number);
            members
                .entry(find(&family, declared))
                .or_default()
                .push(declared);
        }
        members.retain(|_, members| members.len() > 1);
        let mut chosen = BTreeMap::new();
        for (&class, by_name) in &visible.all {
            for declared in by_name.values() {
                if let Some(&first) = declared.first() {
                    let root = find(&family, first);
                    if members.contains_key(&root) {
                        chosen.insert((root, class), first);
                    }
                }
            }
        }
        Dispatch {
            family,
            members,
            chosen,
            bodiless,
        }
    }
}

/// A name with the signature of its parameters, which distinguishes overloads.
pub type Name = (String, Vec<Type>);

/// By class and name: the class's own declaration and the inherited ones. Superclasses
/// precede interfaces, and an interface precedes those that it extends. So the first
/// declaration applies to the objects of the class.
struct Visible<T> {
    all: BTreeMap<ClassId, BTreeMap<Name, Vec<T>>>,
}

impl<T: Copy + Ord> Visible<T> {
    /// Computed from the classes' own declarations; in `order`, supertypes come first.
    fn new(
        program: &Program,
        order: &[ClassId],
        above_all: &[BTreeSet<ClassId>],
        own: &BTreeMap<ClassId, BTreeMap<Name, T>>,
        of: &dyn Fn(T) -> Option<ClassId>,
    ) -> Visible<T> {
        let mut all: BTreeMap<ClassId, BTreeMap<Name, Vec<T>>> = BTreeMap::new();
        for &class in order {
            let mut found: BTreeMap<Name, Vec<T>> = BTreeMap::new();
            for above in &program.class(class).supers {
                for (name, theirs) in all.get(above).into_iter().flatten() {
                    let known = found.entry(name.clone()).or_default();
                    for declared in theirs {
                        place(program, above_all, of, known, *declared);
                    }
                }
            }
            for (name, declared) in own.get(&class).into_iter().flatten() {
                found.entry(name.clone()).or_default().insert(0, *declared);
            }
            all.insert(class, found);
        }
        Visible { all }
    }
}

/// Inserts a declaration into those that a class has under its name.
fn place<T: Copy + Ord>(
    program: &Program,
    above_all: &[BTreeSet<ClassId>],
    of: &dyn Fn(T) -> Option<ClassId>,
    known: &mut Vec<T>,
    new: T,
) {
    if known.contains(&new) {
        return;
    }
    let is_interface = |class: ClassId| program.class(class).kind == ClassKind::Interface;
    let before = |other: &T| match (of(new), of(*other)) {
        (Some(mine), Some(theirs)) if is_interface(theirs) => {
            let above = above_all.get(mine.index());
            !is_interface(mine) || above.is_some_and(|above| above.contains(&theirs))
        }
        _ => false,
    };
    let at = known.iter().position(before).unwrap_or(known.len());
    known.insert(at, new);
}

/// By class: its supertypes, transitively, including itself.
fn all_supertypes(program: &Program, order: &[ClassId]) -> Vec<BTreeSet<ClassId>> {
    let mut above: Vec<BTreeSet<ClassId>> = vec![BTreeSet::new(); program.classes.len()];
    for &class in order {
        let mut mine = BTreeSet::from([class]);
        for direct in &program.class(class).supers {
            mine.extend(above.get(direct.index()).into_iter().flatten());
        }
        if let Some(slot) = above.get_mut(class.index()) {
            *slot = mine;
        }
    }
    above
}

impl Hierarchy {
    /// The hierarchy of a program's classes, which must be acyclic.
    #[must_use]
    pub fn new(program: &Program) -> Hierarchy {
        let order = supers_first(program);
        let above = all_supertypes(program, &order);
        let mut below = vec![BTreeSet::new(); program.classes.len()];
        for &class in &order {
            for other in above.get(class.index()).into_iter().flatten() {
                if let Some(theirs) = below.get_mut(other.index())
                    && *other != class
                {
                    theirs.insert(class);
                }
            }
        }
        let mut preds: BTreeMap<ClassId, BTreeMap<Name, PredId>> = BTreeMap::new();
        for (id, pred) in (0u32..).map(PredId).zip(&program.preds) {
            let name = (pred.name.clone(), pred.vars.signature());
            preds.entry(pred.class).or_default().insert(name, id);
        }
        let no_body = |(id, pred): (u32, &super::Pred)| pred.body.is_none().then_some(PredId(id));
        let bodiless_preds = (0u32..).zip(&program.preds).filter_map(no_body).collect();
        let no_body = |(id, pure): (u32, &super::Pure)| pure.body.is_none().then_some(PureId(id));
        let bodiless_pures = (0u32..).zip(&program.pures).filter_map(no_body).collect();
        Hierarchy {
            preds: Dispatch::new(
                program.preds.len(),
                bodiless_preds,
                &Visible::new(program, &order, &above, &preds, &|q| {
                    Some(program.pred(q).class)
                }),
            ),
            pures: Dispatch::new(
                program.pures.len(),
                bodiless_pures,
                &Visible::new(program, &order, &above, &own_pures(program), &|p| {
                    Some(program.pure_method(p).class)
                }),
            ),
            above,
            below,
        }
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

    /// Whether `lower` is a subtype of `upper`, or equal to it.
    #[must_use]
    pub fn is_below(&self, lower: ClassId, upper: ClassId) -> bool {
        let above = self.above.get(lower.index());
        lower == upper || above.is_some_and(|above| above.contains(&upper))
    }

    /// The supertypes of a class, transitively, including itself.
    pub fn supertypes_of(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        self.above.get(class.index()).into_iter().flatten().copied()
    }

    /// The subtypes of a class, transitively, without itself.
    pub fn below(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        self.below.get(class.index()).into_iter().flatten().copied()
    }

    /// The definition of a predicate that all objects of a static type share: the
    /// class's own, if no class of the program overrides it (language, §7).
    #[must_use]
    pub fn unique_pred(&self, declared: PredId, class: ClassId) -> Option<PredId> {
        self.unique_definition(&self.preds, declared, class)
    }

    /// The definition of a pure method that all objects of a static type share.
    #[must_use]
    pub fn unique_pure(&self, declared: PureId, class: ClassId) -> Option<PureId> {
        self.unique_definition(&self.pures, declared, class)
    }

    fn unique_definition<T>(&self, dispatch: &Dispatch<T>, declared: T, class: ClassId) -> Option<T>
    where
        T: Copy + Ord + From<u32> + Into<u32>,
    {
        let own = dispatch.defined(declared, class)?;
        let same = |below: ClassId| dispatch.defined(declared, below) == Some(own);
        self.below(class).all(same).then_some(own)
    }

    /// Whether two classes have different definitions of some member that both have.
    #[must_use]
    pub fn differ(&self, one: ClassId, other: ClassId) -> bool {
        let preds = &self.preds;
        let pures = &self.pures;
        preds.dispatched().any(|f| preds.differ(f, one, other))
            || pures.dispatched().any(|f| pures.differ(f, one, other))
    }
}

/// All classes in topological order, supertypes first.
#[must_use]
pub fn supers_first(program: &Program) -> Vec<ClassId> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    let all = 0..u32::try_from(program.classes.len()).unwrap_or(u32::MAX);
    for start in all.map(ClassId) {
        // A class is on the stack twice: to be entered, and to be left.
        let mut todo = vec![(start, false)];
        while let Some((class, left)) = todo.pop() {
            if left {
                order.push(class);
            } else if seen.insert(class) {
                todo.push((class, true));
                let supers = program.class(class).supers.iter();
                todo.extend(supers.map(|above| (*above, false)));
            }
        }
    }
    order
}

/// The mutators and lemmas that each class declares, by name.
fn own_methods(program: &Program) -> BTreeMap<ClassId, BTreeMap<Name, MethodId>> {
    let mut own: BTreeMap<ClassId, BTreeMap<Name, MethodId>> = BTreeMap::new();
    for (id, method) in (0u32..).map(MethodId).zip(&program.methods) {
        let called = matches!(method.kind, MethodKind::Mutator | MethodKind::Lemma);
        if let (Some(class), true, Some(_), None) =
            (method.class, called, method.vars.this, method.inherited)
        {
            let own = own.entry(class).or_default();
            for other in &method.overridden_params {
                let name = (method.name.clone(), other.clone());
                own.entry(name).or_insert(id);
            }
            own.insert((method.name.clone(), method.vars.signature()), id);
        }
    }
    own
}

/// By class and name: the class's own method and the inherited ones, the superclass's
/// before the interfaces'. A method that overrides one with other parameter types is
/// listed under both names.
#[must_use]
pub fn visible_methods(program: &Program) -> BTreeMap<ClassId, BTreeMap<Name, Vec<MethodId>>> {
    let order = supers_first(program);
    let above = all_supertypes(program, &order);
    let own = own_methods(program);
    Visible::new(program, &order, &above, &own, &|m| program.method(m).class).all
}

/// By class and name: the class's own pure method and the inherited ones.
#[must_use]
pub fn visible_pures(program: &Program) -> BTreeMap<ClassId, BTreeMap<Name, Vec<PureId>>> {
    let order = supers_first(program);
    let above = all_supertypes(program, &order);
    let own = own_pures(program);
    Visible::new(program, &order, &above, &own, &|p| {
        Some(program.pure_method(p).class)
    })
    .all
}

fn own_pures(program: &Program) -> BTreeMap<ClassId, BTreeMap<Name, PureId>> {
    let mut own: BTreeMap<ClassId, BTreeMap<Name, PureId>> = BTreeMap::new();
    for (id, method) in (0u32..).map(PureId).zip(&program.pures) {
        if method.vars.this.is_some() && method.inherited.is_none() {
            let name = (method.name.clone(), method.vars.signature());
            own.entry(method.class).or_default().insert(name, id);
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

    /// Whether two classes have different definitions of a member.
    #[must_use]
    pub fn differ_in(&self, member: MemberId, one: ClassId, other: ClassId) -> bool {
        match member {
            MemberId::Method(_) => false,
            MemberId::Pure(p) => self.hierarchy.pures().differ(p, one, other),
            MemberId::Pred(q) => self.hierarchy.preds().differ(q, one, other),
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
            MemberId::Pure(p) => self.hierarchy.unique_pure(p, class).map(MemberId::Pure),
            MemberId::Pred(q) => self.hierarchy.unique_pred(q, class).map(MemberId::Pred),
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
}
