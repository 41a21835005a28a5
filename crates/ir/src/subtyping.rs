//! The subtype relation of the classes of a program.

use super::{ClassId, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The subtype relation. Its size is proportional to that of the program, unless many classes
/// with several direct supertypes are under one another.
#[derive(Debug, Default)]
pub struct Subtyping {
    /// By class: its direct supertypes.
    supers: Vec<Vec<ClassId>>,
    /// By class: its direct subtypes.
    subs: Vec<Vec<ClassId>>,
    /// By class: the numbers of its first and after its last subtype in the forest of the first
    /// direct supertypes, in preorder.
    ranges: Vec<(u32, u32)>,
    /// By class: all other direct supertypes of it and of its supertypes.
    others: Vec<Arc<[ClassId]>>,
    /// All classes, supertypes first.
    order: Vec<ClassId>,
    /// By class: its position in this order.
    ranks: Vec<usize>,
}

impl Subtyping {
    /// The relation of a program's classes, which must be acyclic.
    #[must_use]
    pub fn new(program: &Program) -> Subtyping {
        let count = program.classes.len();
        let supers = program.classes.iter().map(|class| class.supers.clone());
        let mut relation = Subtyping {
            supers: supers.collect(),
            subs: vec![Vec::new(); count],
            ranges: vec![(0, 0); count],
            others: vec![Arc::default(); count],
            order: Vec::with_capacity(count),
            ranks: vec![0; count],
        };
        relation.order_supers_first();
        for (rank, class) in relation.order.clone().into_iter().enumerate() {
            if let Some(slot) = relation.ranks.get_mut(class.index()) {
                *slot = rank;
            }
            for above in relation.supers(class).to_vec() {
                if let Some(subs) = relation.subs.get_mut(above.index()) {
                    subs.push(class);
                }
            }
            let others = relation.others_of(class);
            if let Some(slot) = relation.others.get_mut(class.index()) {
                *slot = others;
            }
        }
        relation.number();
        relation
    }

    fn order_supers_first(&mut self) {
        let mut entered = BTreeSet::new();
        for start in (0u32..).map(ClassId).take(self.supers.len()) {
            // A class is on the stack twice: to be entered, and to be left.
            let mut todo = vec![(start, false)];
            while let Some((class, is_left)) = todo.pop() {
                if is_left {
                    self.order.push(class);
                } else if entered.insert(class) {
                    todo.push((class, true));
                    todo.extend(self.supers(class).iter().map(|above| (*above, false)));
                }
            }
        }
    }

    /// The direct supertypes, except the first, of a class and of its supertypes.
    fn others_of(&self, class: ClassId) -> Arc<[ClassId]> {
        let inherited = |above: &ClassId| self.others.get(above.index()).cloned();
        match self.supers(class).split_first() {
            None => Arc::default(),
            Some((first, [])) => inherited(first).unwrap_or_default(),
            Some((first, others)) => {
                let all = std::iter::once(first).chain(others).filter_map(inherited);
                let mut found: BTreeSet<ClassId> = others.iter().copied().collect();
                all.for_each(|inherited| found.extend(inherited.iter().copied()));
                found.into_iter().collect()
            }
        }
    }

    /// Numbers the classes in preorder of the forest of first supertypes.
    fn number(&mut self) {
        let mut next = 0;
        let roots = self.order.iter().copied();
        let roots: Vec<ClassId> = roots.filter(|c| self.supers(*c).is_empty()).collect();
        let mut todo: Vec<(ClassId, bool)> = roots.into_iter().map(|c| (c, false)).collect();
        while let Some((class, is_left)) = todo.pop() {
            if let Some((first, end)) = self.ranges.get_mut(class.index()) {
                if is_left { *end = next } else { *first = next }
            }
            if !is_left {
                next += 1;
                todo.push((class, true));
                let subs = self.subs(class).iter().copied();
                let below = subs.filter(|sub| self.supers(*sub).first() == Some(&class));
                todo.extend(below.map(|sub| (sub, false)));
            }
        }
    }

    /// The direct supertypes of a class.
    #[must_use]
    pub fn supers(&self, class: ClassId) -> &[ClassId] {
        self.supers.get(class.index()).map_or(&[], Vec::as_slice)
    }

    /// The direct subtypes of a class.
    #[must_use]
    pub fn subs(&self, class: ClassId) -> &[ClassId] {
        self.subs.get(class.index()).map_or(&[], Vec::as_slice)
    }

    /// All classes, supertypes first.
    #[must_use]
    pub fn supers_first(&self) -> &[ClassId] {
        &self.order
    }

    /// Whether `lower` is a subtype of `upper`, or equal to it.
    #[must_use]
    pub fn is_below(&self, lower: ClassId, upper: ClassId) -> bool {
        let Some(&(first, end)) = self.ranges.get(upper.index()) else {
            return lower == upper;
        };
        let within = |class: &ClassId| {
            let range = self.ranges.get(class.index());
            range.is_some_and(|(number, _)| (first..end).contains(number))
        };
        let others = self.others.get(lower.index());
        within(&lower) || others.is_some_and(|others| others.iter().any(within))
    }

    /// The supertypes of a class, transitively, including itself.
    #[must_use]
    pub fn above(&self, class: ClassId) -> BTreeSet<ClassId> {
        let mut found = BTreeSet::from([class]);
        let mut todo = vec![class];
        while let Some(next) = todo.pop() {
            let supers = self.supers(next).iter().copied();
            todo.extend(supers.filter(|above| found.insert(*above)));
        }
        found
    }

    /// Some classes and all of their subtypes, transitively; supertypes first.
    #[must_use]
    pub fn with_subtypes(&self, classes: &[ClassId]) -> Vec<ClassId> {
        let mut found: BTreeSet<ClassId> = classes.iter().copied().collect();
        let mut todo: Vec<ClassId> = classes.to_vec();
        while let Some(next) = todo.pop() {
            let subs = self.subs(next).iter().copied();
            todo.extend(subs.filter(|below| found.insert(*below)));
        }
        let mut found: Vec<ClassId> = found.into_iter().collect();
        found.sort_by_key(|class| self.ranks.get(class.index()));
        found
    }
}
