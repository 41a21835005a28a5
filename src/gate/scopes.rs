//! What a name stands for in each class: its own declarations, or those that it inherits.

use crate::ir::{ClassId, Program};
use std::collections::BTreeMap;

/// By class: the declarations that it sees, with the classes that declare them.
pub(super) type Visible<T> = BTreeMap<ClassId, Vec<(ClassId, T)>>;

/// The declarations of one name that classes see, with the classes that declare them. A class sees its own;
/// if it has none, those that its supertypes see and pass on, as far as no other one of them covers them.
pub(super) fn visible<T: Copy + Ord>(
    program: &Program,
    declared: &[(ClassId, T)],
    is_passed_on: &dyn Fn(T) -> bool,
) -> Visible<T> {
    let mut owned: Visible<T> = BTreeMap::new();
    for declaration in declared {
        owned.entry(declaration.0).or_default().push(*declaration);
    }
    let owners: Vec<ClassId> = owned.keys().copied().collect();
    let order = program.hierarchy.order();
    let mut all: Visible<T> = BTreeMap::new();
    // Supertypes come first.
    for class in order.with_subtypes(&owners) {
        let own = owned.remove(&class);
        let got = own.unwrap_or_else(|| {
            let above = order.supers(class).iter();
            let above = above.filter_map(|above| all.get(above)).flatten();
            let above = above.filter(|(_, declaration)| is_passed_on(*declaration));
            let mut above: Vec<(ClassId, T)> = above.copied().collect();
            above.sort_unstable_by_key(|(_, declaration)| *declaration);
            above.dedup();
            lowest(program, &above)
        });
        all.insert(class, got);
    }
    all
}

/// Those that no other one covers.
fn lowest<T: Copy>(program: &Program, all: &[(ClassId, T)]) -> Vec<(ClassId, T)> {
    let is_covered = |upper: ClassId| {
        let mut owners = all.iter().map(|(owner, _)| *owner);
        owners.any(|lower| lower != upper && program.hierarchy.is_below(lower, upper))
    };
    let mut lowest = all.to_vec();
    lowest.retain(|(owner, _)| !is_covered(*owner));
    lowest
}
