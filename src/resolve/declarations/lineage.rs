//! The supertypes of each class in lookup order, and what is known of members by their names
//! alone. Both are computed once, so that a lookup visits few of the classes above a class.

use super::overloads::known_types;
use super::table::{Callee, Table, Visibility};
use crate::ir::{ClassId, ClassKind, Type};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The supertypes of all classes, without cycles.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Lineages {
    /// By class.
    supertypes: Vec<Supertypes>,
}

/// The supertypes of one class in lookup order.
#[derive(Clone, Debug, Default)]
enum Supertypes {
    /// There are none.
    #[default]
    None,
    /// The only direct supertype, followed by its own supertypes.
    Chain(ClassId),
    /// Several direct supertypes, with all of theirs.
    All(Merged),
}

/// Supertypes in lookup order.
#[derive(Clone, Debug)]
struct Merged {
    order: Vec<ClassId>,
    /// By class: its place in this order.
    places: FxHashMap<ClassId, usize>,
}

impl Merged {
    fn new(order: Vec<ClassId>) -> Merged {
        let places = order.iter().enumerate().map(|(at, class)| (*class, at));
        Merged {
            places: places.collect(),
            order,
        }
    }

    /// Those of some classes that are among them, in lookup order.
    fn among(&self, classes: &[ClassId]) -> Vec<ClassId> {
        let places = classes.iter().filter_map(|class| self.places.get(class));
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        let classes = places.into_iter().filter_map(|at| self.order.get(at));
        classes.copied().collect()
    }
}

impl Lineages {
    /// The supertypes of the classes of a table.
    pub(super) fn new(table: &Table<'_>) -> Lineages {
        let mut lineages = Lineages {
            supertypes: vec![Supertypes::None; table.classes.len()],
        };
        for class in supertypes_first(table) {
            let rest = match table.class(class).supers.as_slice() {
                [] => continue,
                [only] => Supertypes::Chain(*only),
                _ => Supertypes::All(Merged::new(lineages.merged(table, class))),
            };
            if let Some(slot) = lineages.supertypes.get_mut(class.index()) {
                *slot = rest;
            }
        }
        lineages
    }

    /// A class and its supertypes in lookup order: the class itself, its superclasses, then
    /// interfaces, each before those that it extends, since its declarations override theirs.
    pub(super) fn of(&self, class: ClassId) -> Lineage<'_> {
        Lineage {
            lineages: self,
            next: Some(class),
            rest: [].iter(),
        }
    }

    /// Those of some classes, which are in the order of their numbers, that are a class or its
    /// supertypes, in lookup order.
    pub(super) fn among<'l>(
        &'l self,
        class: ClassId,
        classes: &'l [ClassId],
    ) -> impl Iterator<Item = ClassId> + 'l {
        let mut next = Some(class);
        let mut rest = Vec::new().into_iter();
        std::iter::from_fn(move || {
            while let Some(class) = next.take() {
                match self.supertypes.get(class.index()) {
                    Some(Supertypes::Chain(above)) => next = Some(*above),
                    Some(Supertypes::All(merged)) => rest = merged.among(classes).into_iter(),
                    Some(Supertypes::None) | None => {}
                }
                if classes.binary_search(&class).is_ok() {
                    return Some(class);
                }
            }
            rest.next()
        })
    }

    /// The supertypes of a class with several direct ones.
    fn merged(&self, table: &Table<'_>, class: ClassId) -> Vec<ClassId> {
        let is_interface = |c: &ClassId| table.class(*c).kind == ClassKind::Interface;
        // Superclasses precede interfaces because they contribute members with bodies.
        let mut lineage: Vec<ClassId> = Vec::new();
        let mut interfaces: Vec<ClassId> = Vec::new();
        let mut next = Some(class);
        while let Some(current) = next {
            let supers = table.class(current).supers.iter().copied();
            interfaces.extend(supers.clone().filter(is_interface));
            next = supers.clone().find(|c| !is_interface(c));
            lineage.extend(next);
        }
        let mut seen = BTreeSet::new();
        let mut at = 0;
        while let Some(&interface) = interfaces.get(at) {
            at += 1;
            if !seen.insert(interface) {
                continue;
            }
            let supers = &table.class(interface).supers;
            interfaces.extend(supers);
            let above: BTreeSet<ClassId> = if supers.is_empty() {
                BTreeSet::new()
            } else {
                self.of(interface).skip(1).collect()
            };
            let first = if above.is_empty() {
                None
            } else {
                lineage.iter().position(|c| above.contains(c))
            };
            lineage.insert(first.unwrap_or(lineage.len()), interface);
        }
        lineage
    }
}

/// The iterator over a class and its supertypes in lookup order.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Lineage<'l> {
    lineages: &'l Lineages,
    /// The next class; its supertypes follow.
    next: Option<ClassId>,
    /// The classes to visit if there is no such class.
    rest: std::slice::Iter<'l, ClassId>,
}

impl Iterator for Lineage<'_> {
    type Item = ClassId;

    fn next(&mut self) -> Option<ClassId> {
        let Some(class) = self.next.take() else {
            return self.rest.next().copied();
        };
        match self.lineages.supertypes.get(class.index()) {
            Some(Supertypes::Chain(above)) => self.next = Some(*above),
            Some(Supertypes::All(merged)) => self.rest = merged.order.iter(),
            Some(Supertypes::None) | None => {}
        }
        Some(class)
    }
}

/// All classes, each after its supertypes.
pub(super) fn supertypes_first(table: &Table<'_>) -> Vec<ClassId> {
    let mut order = Vec::with_capacity(table.classes.len());
    let mut is_entered = vec![false; table.classes.len()];
    for start in (0..super::table::index(table.classes.len())).map(ClassId) {
        // A class is on the stack twice: to be entered, and to be left.
        let mut todo = vec![(start, false)];
        while let Some((class, is_left)) = todo.pop() {
            if is_left {
                order.push(class);
            } else if let Some(entered) = is_entered.get_mut(class.index())
                && !std::mem::replace(entered, true)
            {
                todo.push((class, true));
                let supers = table.class(class).supers.iter();
                todo.extend(supers.map(|above| (*above, false)));
            }
        }
    }
    order
}

/// What is known of the members of one name and arity in all classes.
#[derive(Debug, Default)]
pub(super) struct Namesakes {
    /// The parameter types that occur, as far as they are well-formed.
    signatures: BTreeSet<Vec<Type>>,
    /// The classes that declare some of them, in the order of their numbers.
    classes: Vec<ClassId>,
    /// Whether a parameter type is ill-formed.
    has_unknown_type: bool,
    /// Whether a parameter type mentions a type parameter.
    is_erased: bool,
    /// Whether a class that has one of the members may not see another one.
    may_be_unseen: bool,
}

impl Namesakes {
    /// The number of different signatures, unless equality of signatures is not an equivalence.
    pub(super) fn signatures(&self) -> Option<usize> {
        (!self.has_unknown_type).then_some(self.signatures.len())
    }

    /// The classes that declare some of them, in the order of their numbers.
    pub(super) fn classes(&self) -> &[ClassId] {
        &self.classes
    }

    /// Whether type arguments may decide which of the members are the same.
    pub(super) fn depend_on_type_arguments(&self) -> bool {
        self.has_unknown_type || self.is_erased
    }

    /// Whether a class that has one of the members may not see another one.
    pub(super) fn may_be_unseen(&self) -> bool {
        self.may_be_unseen
    }

    fn add(&mut self, table: &Table<'_>, callee: Callee) {
        let params = table.params(callee);
        self.is_erased |= params.iter().any(|param| param.is_erased);
        match known_types(params) {
            Some(signature) => {
                self.signatures.insert(signature);
            }
            None => self.has_unknown_type = true,
        }
        self.may_be_unseen |= table.header(callee).visibility == Visibility::Private;
    }
}

/// What is known of members by name and arity.
#[derive(Debug, Default)]
pub(in crate::resolve) struct MembersByName<'a>(BTreeMap<&'a str, BTreeMap<usize, Namesakes>>);

impl<'a> MembersByName<'a> {
    /// The members of the classes of a table.
    pub(super) fn new(table: &Table<'a>) -> MembersByName<'a> {
        let mut found: BTreeMap<&str, BTreeMap<usize, Namesakes>> = BTreeMap::new();
        let mut packages: BTreeMap<(&str, usize), &str> = BTreeMap::new();
        for (id, class) in (0u32..).map(ClassId).zip(&table.classes) {
            for (key, callees) in &class.callees {
                let namesakes = found.entry(key.0).or_default();
                let namesakes = namesakes.entry(key.1).or_default();
                namesakes.classes.push(id);
                let first = packages.entry(*key).or_insert(class.package);
                namesakes.may_be_unseen |= *first != class.package;
                for callee in callees {
                    namesakes.add(table, *callee);
                }
            }
        }
        MembersByName(found)
    }

    /// The members of one name and arity; `None` if there are none.
    pub(super) fn get(&self, name: &str, arity: usize) -> Option<&Namesakes> {
        self.0.get(name)?.get(&arity)
    }
}
