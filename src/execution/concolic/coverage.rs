//! What runs reached: instructions, and the outcomes of branches.

use super::trace::CodePlace;
use crate::execution::code::Code;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The instructions and the outcomes of branches that runs reached.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// By routine: the number of its first instruction among those of the whole program.
    starts: Arc<[u32]>,
    /// A bit for each instruction.
    reached: Vec<u64>,
    /// The outcomes of branches.
    pub outcomes: BTreeSet<(CodePlace, bool)>,
}

const BITS: u32 = u64::BITS;

impl Coverage {
    /// Nothing is reached.
    #[must_use]
    pub fn new(code: &Code) -> Coverage {
        let words = code.length / BITS + 1;
        Coverage {
            starts: code.starts.clone(),
            reached: vec![0; words as usize],
            outcomes: BTreeSet::new(),
        }
    }

    /// Nothing is reached, of the same program.
    #[must_use]
    pub fn empty(&self) -> Coverage {
        Coverage {
            starts: self.starts.clone(),
            reached: vec![0; self.reached.len()],
            outcomes: BTreeSet::new(),
        }
    }

    fn bit(&self, place: CodePlace) -> Option<(usize, u64)> {
        let start = self.starts.get(place.routine as usize)?;
        let number = start + place.at;
        Some(((number / BITS) as usize, 1 << (number % BITS)))
    }

    /// An instruction is executed.
    #[inline]
    pub fn reach(&mut self, place: CodePlace) {
        if let Some((word, bit)) = self.bit(place)
            && let Some(word) = self.reached.get_mut(word)
        {
            *word |= bit;
        }
    }

    /// Whether an instruction was executed.
    #[must_use]
    pub fn has(&self, place: CodePlace) -> bool {
        let word = self.bit(place);
        word.is_some_and(|(word, bit)| self.reached.get(word).is_some_and(|word| word & bit != 0))
    }

    /// Adds what another run reached. Returns the number of instructions that are new.
    pub fn add(&mut self, other: &Coverage) -> u32 {
        let mut new = 0;
        for (word, more) in self.reached.iter_mut().zip(&other.reached) {
            new += (more & !*word).count_ones();
            *word |= more;
        }
        self.outcomes.extend(&other.outcomes);
        new
    }
}
