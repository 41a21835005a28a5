//! What runs reached: instructions, the outcomes of branches, and how often one run had them.

use super::trace::CodePlace;
use crate::code::CompiledProgram;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The instructions and the outcomes of branches that runs reached.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// By routine: the number of its first instruction among those of the whole program.
    starts: Arc<[u32]>,
    /// What was reached of each group of as many instructions as a word has bits.
    groups: Vec<Group>,
    /// The groups of which something was reached: few, of most programs and runs.
    reached: Vec<usize>,
    /// Of one run: the turns that it took.
    turns: Turns,
}

/// How often a run had each outcome of the branches that depend on the input.
pub type Turns = BTreeMap<(CodePlace, bool), u32>;

/// Outcomes of a branch are counted up to this number, so that loops without a bound do not make each
/// run one of its own.
pub const MAX_TURNS: u32 = 32;

/// What was reached of a group of instructions: a bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    executed: u64,
    /// The branches that were taken.
    taken: u64,
    /// The branches that were not taken.
    untaken: u64,
}

impl Group {
    fn is_empty(self) -> bool {
        self.executed | self.taken | self.untaken == 0
    }

    fn outcomes(&mut self, outcome: bool) -> &mut u64 {
        if outcome {
            &mut self.taken
        } else {
            &mut self.untaken
        }
    }
}

const BITS: u32 = u64::BITS;

impl Coverage {
    /// Nothing is reached.
    #[must_use]
    pub fn new(code: &CompiledProgram) -> Coverage {
        let groups = code.length / BITS + 1;
        Coverage {
            starts: code.starts.clone(),
            groups: vec![Group::default(); groups as usize],
            ..Coverage::default()
        }
    }

    /// Nothing is reached, of the same program.
    #[must_use]
    pub fn empty(&self) -> Coverage {
        Coverage {
            starts: self.starts.clone(),
            groups: vec![Group::default(); self.groups.len()],
            ..Coverage::default()
        }
    }

    /// The number of the group of an instruction, and its bit there.
    fn bit(&self, place: CodePlace) -> Option<(usize, u64)> {
        let start = self.starts.get(place.routine as usize)?;
        let number = start + place.at;
        Some(((number / BITS) as usize, 1 << (number % BITS)))
    }

    /// A group of which something is reached now.
    #[inline]
    fn reaching(&mut self, number: usize) -> Option<&mut Group> {
        let group = self.groups.get_mut(number)?;
        if group.is_empty() {
            self.reached.push(number);
        }
        Some(group)
    }

    /// An instruction is executed.
    #[inline]
    pub fn reach(&mut self, place: CodePlace) {
        if let Some((number, bit)) = self.bit(place)
            && let Some(group) = self.reaching(number)
        {
            group.executed |= bit;
        }
    }

    /// A branch has an outcome.
    pub fn decide(&mut self, place: CodePlace, outcome: bool) {
        if let Some((number, bit)) = self.bit(place)
            && let Some(group) = self.reaching(number)
        {
            *group.outcomes(outcome) |= bit;
        }
    }

    /// A branch that depends on the input has an outcome once more.
    pub fn turn(&mut self, place: CodePlace, outcome: bool) {
        let turns = self.turns.entry((place, outcome)).or_default();
        *turns = (*turns + 1).min(MAX_TURNS);
    }

    /// Takes the turns of the run.
    pub fn take_turns(&mut self) -> Turns {
        std::mem::take(&mut self.turns)
    }

    /// Whether an instruction was executed.
    #[must_use]
    pub fn has(&self, place: CodePlace) -> bool {
        self.has_bit(place, |group| group.executed)
    }

    /// Whether a branch had an outcome.
    #[must_use]
    pub fn has_outcome(&self, place: CodePlace, outcome: bool) -> bool {
        self.has_bit(place, |mut group| *group.outcomes(outcome))
    }

    fn has_bit(&self, place: CodePlace, of: impl Fn(Group) -> u64) -> bool {
        self.bit(place).is_some_and(|(number, bit)| {
            let group = self.groups.get(number).copied();
            group.is_some_and(|group| of(group) & bit != 0)
        })
    }

    /// Adds what another run reached. Returns the number of instructions that are new.
    pub fn add(&mut self, other: &Coverage) -> u32 {
        let mut new = 0;
        for &number in &other.reached {
            let more = other.groups.get(number).copied().unwrap_or_default();
            let Some(group) = self.reaching(number) else {
                continue;
            };
            new += (more.executed & !group.executed).count_ones();
            group.executed |= more.executed;
            group.taken |= more.taken;
            group.untaken |= more.untaken;
        }
        new
    }
}
