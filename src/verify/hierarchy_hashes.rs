//! Hashes of the part of the class hierarchy that a check reads.
//!
//! Many checks read almost the same classes and families. The hash is a sum over these, so that
//! the hash of a check is computed from that of the contracts that it uses.

use crate::cache::Key;
use crate::ir::reach::{Closure, Obligation, Reaches};
use crate::ir::{ClassId, MemberId, Program};

/// The hash of a set: the sum of the hashes of its elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum([u64; 4]);

impl Sum {
    /// Adds an element, which is not in the set yet.
    fn add(&mut self, element: &Key) {
        for (sum, bytes) in self.0.iter_mut().zip(element.as_chunks().0) {
            *sum = sum.wrapping_add(u64::from_le_bytes(*bytes));
        }
    }
}

/// The hashes of all groups of contracts.
#[derive(Debug, Default)]
pub(super) struct HierarchyHashes {
    /// By class: the hash of the class and its supertypes.
    classes: Vec<Key>,
    /// By group of contracts.
    groups: Vec<Sum>,
}

impl HierarchyHashes {
    pub(super) fn new(program: &Program, reaches: &Reaches) -> HierarchyHashes {
        if reaches.groups().next().is_none() {
            return HierarchyHashes::default();
        }
        let mut hashes = HierarchyHashes {
            classes: hashes_of_classes(program),
            groups: Vec::new(),
        };
        for closure in reaches.groups() {
            let sum = hashes.sum(program, closure);
            hashes.groups.push(sum);
        }
        hashes
    }

    /// The hash of what a check reads.
    pub(super) fn of(
        &self,
        program: &Program,
        reaches: &Reaches,
        member: MemberId,
        obligation: Obligation,
    ) -> Option<Key> {
        let closure = reaches.closure(program, member, obligation);
        let reach = closure.reach(program);
        if !reach.has_dynamic_types() {
            return None;
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&[u8::from(reach.tests_classes)]);
        for part in self.sum(program, &closure).0 {
            hasher.update(&part.to_le_bytes());
        }
        if let MemberId::Pred(pred) = member {
            let class = program.pred(pred).class;
            let distinguishes =
                class.is_some_and(|class| reach.distinguishes_subtypes(program, class));
            hasher.update(&[u8::from(distinguishes)]);
        }
        Some(*hasher.finalize().as_bytes())
    }

    /// The hash of the classes and of the definitions that they have of the families.
    fn sum(&self, program: &Program, closure: &Closure) -> Sum {
        let base = closure.base().and_then(|base| self.groups.get(base));
        let mut sum = base.copied().unwrap_or_default();
        let added = closure.added_classes();
        for &class in added {
            sum.add(&self.classes.get(class.index()).copied().unwrap_or_default());
            for &family in closure.families() {
                add_definitions(program, &mut sum, family, class);
            }
        }
        if !closure.added_families().is_empty() {
            let added: std::collections::BTreeSet<ClassId> = added.iter().copied().collect();
            for &class in closure
                .classes()
                .iter()
                .filter(|class| !added.contains(class))
            {
                for &family in closure.added_families() {
                    add_definitions(program, &mut sum, family, class);
                }
            }
        }
        sum
    }
}

/// Adds the definition of a family that the objects of a class have, and the one that those of
/// its subtypes share.
fn add_definitions(program: &Program, sum: &mut Sum, family: MemberId, class: ClassId) {
    let Some(defined) = program.defined(family, class) else {
        return;
    };
    let kind = match family {
        MemberId::Method(_) => 0,
        MemberId::Pure(_) => 1,
        MemberId::Pred(_) => 2,
    };
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[kind]);
    let unique = program.unique_definition(family, class);
    let unique = unique.map_or(u32::MAX, MemberId::number);
    for number in [family.number(), class.0, defined.number(), unique] {
        hasher.update(&number.to_le_bytes());
    }
    sum.add(hasher.finalize().as_bytes());
}

/// By class: the hash of the class and its supertypes.
fn hashes_of_classes(program: &Program) -> Vec<Key> {
    let order = program.hierarchy.order();
    let mut hashes = vec![Key::default(); program.classes.len()];
    for &class in order.supers_first() {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&class.0.to_le_bytes());
        for above in order.supers(class) {
            hasher.update(hashes.get(above.index()).map_or(&[], |hash| &hash[..]));
        }
        if let Some(slot) = hashes.get_mut(class.index()) {
            *slot = *hasher.finalize().as_bytes();
        }
    }
    hashes
}
