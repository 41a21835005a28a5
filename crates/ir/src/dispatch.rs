//! The declarations that the classes of a program see under each name, and the families of
//! those that override one another.
//!
//! What a class sees is stored only where it changes: at classes with a declaration of their own
//! or with several direct supertypes. Other classes see what their only supertype sees.

use super::subtyping::Subtyping;
use super::{ClassId, ClassKind, Program, Type};
use petgraph::unionfind::UnionFind;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A name with the signature of its parameters, which distinguishes overloads.
pub type Name = (String, Vec<Type>);

/// The declarations of classes under one name.
pub type Declarations<T> = BTreeMap<ClassId, T>;

/// The declarations that a class sees under one name: its own or an inherited one that applies to
/// its objects, then those that this one overrides. Superclasses precede interfaces, and an
/// interface precedes those that it extends.
#[derive(Clone, Debug)]
pub struct OverrideChain<T>(Arc<Link<T>>);

#[derive(Debug)]
struct Link<T> {
    first: T,
    rest: Option<OverrideChain<T>>,
}

impl<T> Drop for Link<T> {
    /// Lists are as long as the hierarchy is deep.
    fn drop(&mut self) {
        let mut rest = self.rest.take();
        while let Some(OverrideChain(link)) = rest {
            rest = Arc::into_inner(link).and_then(|mut link| link.rest.take());
        }
    }
}

impl<T: Copy> OverrideChain<T> {
    fn new(first: T, rest: Option<OverrideChain<T>>) -> OverrideChain<T> {
        OverrideChain(Arc::new(Link { first, rest }))
    }

    /// The declaration that applies to the objects of the class.
    #[must_use]
    pub fn first(&self) -> T {
        self.0.first
    }

    /// Those that the first one overrides.
    #[must_use]
    pub fn rest(&self) -> Option<&OverrideChain<T>> {
        self.0.rest.as_ref()
    }

    /// What tells it from all others: classes share what they see.
    #[must_use]
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// All declarations.
    pub fn all(&self) -> impl Iterator<Item = T> + '_ {
        let links = std::iter::successors(Some(self), |seen| seen.rest());
        links.map(|seen| seen.0.first)
    }
}

/// By class: the declarations under one name, where they differ from those of its only supertype.
/// If one class alone has a declaration, all its subtypes see this one.
#[derive(Debug)]
pub struct Visible<T>(BTreeMap<ClassId, OverrideChain<T>>);

impl<T: Copy + PartialEq> Visible<T> {
    /// The declarations under one name, of which these are all.
    pub fn new(
        program: &Program,
        order: &Subtyping,
        own: &Declarations<T>,
        of: &dyn Fn(T) -> Option<ClassId>,
    ) -> Visible<T> {
        if own.len() == 1 {
            let seen = own
                .iter()
                .map(|(&class, &own)| (class, OverrideChain::new(own, None)));
            return Visible(seen.collect());
        }
        let declaring: Vec<ClassId> = own.keys().copied().collect();
        let mut visible = Visible(BTreeMap::new());
        // By class: the class at which what it sees is stored.
        let mut stored: BTreeMap<ClassId, ClassId> = BTreeMap::new();
        for class in order.with_subtypes(&declaring) {
            let supers = order.supers(class).iter();
            let mut supers = supers.filter_map(|above| visible.0.get(stored.get(above)?));
            let own = own.get(&class);
            let seen = match order.supers(class) {
                [only] if own.is_none() => {
                    if let Some(&at) = stored.get(only) {
                        stored.insert(class, at);
                    }
                    continue;
                }
                [] | [_] => supers.next().cloned(),
                [..] => {
                    let mut known: Vec<T> = Vec::new();
                    for declared in supers.flat_map(OverrideChain::all) {
                        place(program, order, of, &mut known, declared);
                    }
                    let rest = known.into_iter().rev();
                    rest.fold(None, |rest, first| Some(OverrideChain::new(first, rest)))
                }
            };
            let seen = match own {
                Some(&own) => Some(OverrideChain::new(own, seen)),
                None => seen,
            };
            if let Some(seen) = seen {
                stored.insert(class, class);
                visible.0.insert(class, seen);
            }
        }
        visible
    }

    /// The declarations that a class sees; `None` if it sees none.
    #[must_use]
    pub fn declarations_of(&self, order: &Subtyping, class: ClassId) -> Option<&OverrideChain<T>> {
        let mut classes = changes_above(order, class);
        classes.find_map(|class| self.0.get(&class))
    }

    /// The classes at which something is stored.
    pub fn stored(&self) -> impl Iterator<Item = (ClassId, &OverrideChain<T>)> {
        self.0.iter().map(|(class, seen)| (*class, seen))
    }

    /// Whether some class sees what this one sees, for which something is stored.
    #[must_use]
    pub fn is_inherited(&self, order: &Subtyping, class: ClassId) -> bool {
        let mut subs = order.subs(class).iter();
        subs.any(|sub| !self.0.contains_key(sub))
    }

    /// These classes, in order, for which something is stored, and all classes that see what these see;
    /// with the class for which that is stored. Supertypes come first.
    #[must_use]
    pub fn inheriting(&self, order: &Subtyping, classes: &[ClassId]) -> Vec<(ClassId, ClassId)> {
        let mut found: BTreeMap<ClassId, ClassId> = BTreeMap::new();
        let mut all = Vec::new();
        for class in order.with_subtypes(classes) {
            let at = if self.0.contains_key(&class) {
                classes.binary_search(&class).is_ok().then_some(class)
            } else {
                let mut supers = order.supers(class).iter();
                supers.find_map(|above| found.get(above).copied())
            };
            if let Some(at) = at {
                found.insert(class, at);
                all.push((class, at));
            }
        }
        all
    }
}

/// A class and its supertypes up to the next one that has none or several.
fn changes_above(order: &Subtyping, class: ClassId) -> impl Iterator<Item = ClassId> {
    std::iter::successors(Some(class), |class| match order.supers(*class) {
        [only] => Some(*only),
        _ => None,
    })
}

/// Inserts a declaration into those that a class has under its name.
fn place<T: Copy + PartialEq>(
    program: &Program,
    order: &Subtyping,
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
            !is_interface(mine) || order.is_below(mine, theirs)
        }
        _ => false,
    };
    let at = known.iter().position(before).unwrap_or(known.len());
    known.insert(at, new);
}

/// The families of predicates, or of pure methods.
#[derive(Clone, Debug)]
pub struct Dispatch<T> {
    order: Arc<Subtyping>,
    /// By declaration: the representative (first) declaration of its family.
    family: Vec<T>,
    /// The dispatched families, with their declarations in source order.
    members: BTreeMap<T, Vec<T>>,
    /// By dispatched family and class: the declaration that applies to the objects of the class,
    /// where it may differ from that of its only supertype.
    chosen: BTreeMap<(T, ClassId), T>,
    /// The dispatched families and classes of which some subtype has another definition.
    varied: BTreeSet<(T, ClassId)>,
    /// The declarations without a body.
    bodiless: BTreeSet<T>,
}

impl<T> Default for Dispatch<T> {
    fn default() -> Dispatch<T> {
        Dispatch {
            order: Arc::default(),
            family: Vec::new(),
            members: BTreeMap::new(),
            chosen: BTreeMap::new(),
            varied: BTreeSet::new(),
            bodiless: BTreeSet::new(),
        }
    }
}

fn index<T: Into<u32>>(declared: T) -> usize {
    usize::try_from(declared.into()).unwrap_or(usize::MAX)
}

impl<T: Copy + Ord + From<u32> + Into<u32>> Dispatch<T> {
    /// The families of `count` declarations, given what classes see under each name.
    pub(super) fn new(
        order: &Arc<Subtyping>,
        count: usize,
        bodiless: BTreeSet<T>,
        names: &[Visible<T>],
    ) -> Dispatch<T> {
        // The declarations that a class has under one name are one family, with the
        // least id as its representative.
        let mut union: UnionFind<usize> = UnionFind::new(count);
        for (class, seen) in names.iter().flat_map(Visible::stored) {
            // The declarations that a class inherits from its only supertype are one family.
            let merged = match order.supers(class) {
                [] | [_] => 1,
                [..] => usize::MAX,
            };
            for other in seen.all().skip(1).take(merged) {
                union.union(index(seen.first()), index(other));
            }
        }
        let labels = union.into_labeling();
        let mut least: BTreeMap<usize, T> = BTreeMap::new();
        let declared = (0..u32::try_from(count).unwrap_or(u32::MAX)).map(T::from);
        let mut family: Vec<T> = Vec::with_capacity(count);
        let mut members: BTreeMap<T, Vec<T>> = BTreeMap::new();
        for (label, declared) in labels.into_iter().zip(declared) {
            let first = *least.entry(label).or_insert(declared);
            family.push(first);
            members.entry(first).or_default().push(declared);
        }
        members.retain(|_, members| members.len() > 1);
        let mut dispatch = Dispatch {
            order: order.clone(),
            family,
            members,
            bodiless,
            ..Dispatch::default()
        };
        for (class, seen) in names.iter().flat_map(Visible::stored) {
            let first = seen.first();
            if dispatch.is_dispatched(first) {
                let family = dispatch.family(first);
                dispatch.chosen.insert((family, class), first);
            }
        }
        dispatch.note_variations();
        dispatch
    }

    /// Records which classes have subtypes with other definitions.
    fn note_variations(&mut self) {
        let order = self.order.clone();
        for (&(family, class), &chosen) in &self.chosen {
            let supers = order.supers(class).iter().copied();
            let differs = |above: &ClassId| self.chosen(family, *above) != Some(chosen);
            let mut todo: Vec<ClassId> = supers.filter(differs).collect();
            while let Some(next) = todo.pop() {
                // The supertypes of a class that varies have been visited.
                if self.chosen(family, next).is_some() && self.varied.insert((family, next)) {
                    todo.extend(order.supers(next));
                }
            }
        }
    }

    /// The representative of a declaration's family: the first declaration.
    #[must_use]
    pub fn family(&self, declared: T) -> T {
        self.family
            .get(index(declared))
            .copied()
            .unwrap_or(declared)
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

    /// All declarations of a dispatched family, in source order; none of another one.
    #[must_use]
    pub fn dispatched_members(&self, declared: T) -> &[T] {
        let members = self.members.get(&self.family(declared));
        members.map_or(&[], Vec::as_slice)
    }

    /// The declaration that applies to objects of a class.
    fn chosen(&self, family: T, class: ClassId) -> Option<T> {
        let mut classes = changes_above(&self.order, class);
        classes.find_map(|class| self.chosen.get(&(family, class)).copied())
    }

    /// The definition for objects of exactly this class; `None` if there is none or it
    /// has no body.
    #[must_use]
    pub fn defined(&self, declared: T, class: ClassId) -> Option<T> {
        if !self.is_dispatched(declared) {
            return (!self.bodiless.contains(&declared)).then_some(declared);
        }
        let chosen = self.chosen(self.family(declared), class);
        chosen.filter(|chosen| !self.bodiless.contains(chosen))
    }

    /// The definition that all objects of a static type share: that of the class itself, if
    /// none of its subtypes has another one (language, §7).
    #[must_use]
    pub fn unique(&self, declared: T, class: ClassId) -> Option<T> {
        self.defined(declared, class)
            .filter(|_| !self.varies(declared, class))
    }

    /// Whether some subtype of a class has another definition than the class, which has one.
    #[must_use]
    pub fn varies(&self, declared: T, class: ClassId) -> bool {
        self.varied.contains(&(self.family(declared), class))
    }

    /// Whether two classes have different definitions of a member; false if one has
    /// none.
    #[must_use]
    pub fn differ(&self, declared: T, one: ClassId, other: ClassId) -> bool {
        let family = self.family(declared);
        let (a, b) = (self.chosen(family, one), self.chosen(family, other));
        a.is_some() && b.is_some() && a != b
    }

    /// The dispatched families and classes whose definition may differ from that of their only
    /// supertype, with this definition.
    pub fn changes(&self) -> impl Iterator<Item = (T, ClassId, T)> + '_ {
        let chosen = self.chosen.iter();
        chosen.map(|(&(family, class), &chosen)| (family, class, chosen))
    }

    /// The class of [`Dispatch::changes`] from which a class has its definition.
    #[must_use]
    pub fn changed_at(&self, family: T, class: ClassId) -> Option<ClassId> {
        let mut classes = changes_above(&self.order, class);
        classes.find(|class| self.chosen.contains_key(&(family, *class)))
    }

    /// The representatives of all dispatched families.
    pub fn dispatched(&self) -> impl Iterator<Item = T> + '_ {
        self.members.keys().copied()
    }
}
