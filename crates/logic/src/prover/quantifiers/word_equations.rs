//! Word equations: sequences are equal if they flatten to the same concatenation of atoms.

use crate::deep;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::terms::collections::Coll;
use crate::terms::term::Sort;

/// The most components of two sequences that are compared.
const MAX_STEPS: usize = 100;

impl Prover {
    /// Whether one of these disequalities has sides with the same word.
    pub(crate) fn same_word(&self, nodes: &[Id]) -> bool {
        let mut disequality = nodes.iter().filter_map(|&id| self.disequality(id));
        disequality.any(|(a, b)| {
            matches!(self.closure.sort(a), Sort::Seq(_))
                && self.same_words(vec![a], vec![b], &mut { MAX_STEPS })
        })
    }

    /// Whether two words are equal; their components are given in reverse.
    fn same_words(&self, mut left: Vec<Id>, mut right: Vec<Id>, steps: &mut usize) -> bool {
        let (a, b) = loop {
            match (left.last(), right.last()) {
                (None, None) => return true,
                (Some(&a), Some(&b)) if self.is_same_part(a, b) => {
                    left.pop();
                    right.pop();
                }
                (a, b) => break (a.copied(), b.copied()),
            }
        };
        // Expands one of the first components.
        let expand = |word: &[Id], parts: &[Id]| -> Vec<Id> {
            let rest = word.split_last().map_or(word, |(_, rest)| rest);
            rest.iter().chain(parts.iter().rev()).copied().collect()
        };
        let (mine, theirs) = (self.decompositions(a), self.decompositions(b));
        let take = |steps: &mut usize| {
            let left = steps.checked_sub(1);
            *steps = left.unwrap_or(0);
            left.is_some()
        };
        mine.iter().any(|parts| {
            take(steps) && deep(|| self.same_words(expand(&left, parts), right.clone(), steps))
        }) || theirs.iter().any(|parts| {
            take(steps) && deep(|| self.same_words(left.clone(), expand(&right, parts), steps))
        })
    }

    /// Whether two components are equal: by congruence or by equal single elements.
    fn is_same_part(&self, a: Id, b: Id) -> bool {
        self.closure.same(a, b)
            || match (self.element(a), self.element(b)) {
                (Some(x), Some(y)) => self.closure.same(x, y),
                _ => false,
            }
    }

    /// The element of a singleton sequence.
    fn element(&self, id: Id) -> Option<Id> {
        let made = &self.closure.class(id).made;
        let unit = made
            .iter()
            .find(|&&made| self.closure.op(made) == Op::Coll(Coll::SeqUnit));
        unit.map(|&unit| self.closure.arg(unit, 0))
    }

    /// The known decompositions of a sequence as a concatenation.
    fn decompositions(&self, part: Option<Id>) -> Vec<&[Id]> {
        let Some(id) = part.filter(|&id| self.element(id).is_none()) else {
            return Vec::new();
        };
        let made = self.closure.class(id).made.iter();
        let put_together = made.filter(|&&made| {
            matches!(
                self.closure.op(made),
                Op::Coll(Coll::SeqConcat | Coll::SeqEmpty(_))
            )
        });
        put_together.map(|&made| self.closure.args(made)).collect()
    }
}
