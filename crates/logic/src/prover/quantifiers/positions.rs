//! Positions of contents at which something is known: those that are updated, and those that
//! are read.

use crate::prover::Prover;
use crate::prover::congruence::{Id, IdSet, Op};
use crate::terms::collections::Coll;

/// The most contents that are searched for positions.
const MAX_CONTENTS: usize = 24;
/// The most positions of contents.
const MAX_POSITIONS: usize = 24;

/// The positions found, one per class.
#[derive(Default)]
struct UpdatePositions {
    positions: Vec<Id>,
    classes: IdSet,
}

impl Prover {
    /// The positions at which contents are updated.
    pub(super) fn updated_positions(&self, contents: Id) -> Vec<Id> {
        let mut found = UpdatePositions::default();
        for part in self.parts_of_contents(contents) {
            self.add_updates(part, &mut found);
        }
        found.positions
    }

    /// The positions at which contents are updated or read.
    pub(super) fn known_positions(&self, contents: Id) -> Vec<Id> {
        let mut found = UpdatePositions::default();
        for part in self.parts_of_contents(contents) {
            self.add_updates(part, &mut found);
            for &user in &self.closure.class(part).uses {
                if self.closure.op(user) == Op::Select
                    && self.closure.same(self.closure.arg(user, 0), part)
                {
                    self.add_position(self.closure.arg(user, 1), &mut found);
                }
            }
        }
        found.positions
    }

    fn add_updates(&self, contents: Id, found: &mut UpdatePositions) {
        for &made in &self.closure.class(contents).made {
            if self.closure.op(made) == Op::Store {
                self.add_position(self.closure.arg(made, 1), found);
            }
        }
    }

    fn add_position(&self, position: Id, found: &mut UpdatePositions) {
        let is_new = found.positions.len() < MAX_POSITIONS
            && found.classes.insert(self.closure.find(position));
        if is_new {
            found.positions.push(position);
        }
    }

    /// Contents and those that they are made of, one per class.
    fn parts_of_contents(&self, contents: Id) -> Vec<Id> {
        let (mut parts, mut at) = (vec![contents], 0);
        let mut seen: IdSet = std::iter::once(self.closure.find(contents)).collect();
        while let Some(&part) = parts.get(at)
            && at < MAX_CONTENTS
        {
            at += 1;
            for &made in &self.closure.class(part).made {
                let inner = match self.closure.op(made) {
                    Op::Store | Op::Coll(Coll::Restrict) => &[0][..],
                    Op::Coll(Coll::Merge) => &[0, 2],
                    _ => &[],
                };
                let inner = inner.iter().map(|&n| self.closure.arg(made, n));
                parts.extend(inner.filter(|&id| seen.insert(self.closure.find(id))));
            }
        }
        parts.truncate(MAX_CONTENTS);
        parts
    }
}
