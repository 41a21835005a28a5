//! Coverage of lines and branches, from what runs reached of the compiled code.

use crate::execution::code::{CompiledProgram, Instruction, Routine, RoutineId};
use crate::execution::concolic::coverage::Coverage;
use crate::execution::concolic::trace::CodePlace;
use crate::source::{FileId, SourceMap};
use crate::visible;
use std::collections::{BTreeMap, BTreeSet};

/// The coverage of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineCoverage {
    /// Whether code of it was executed.
    pub is_reached: bool,
    /// By branch in it: whether it was taken, and whether it was not.
    pub branches: Vec<(bool, bool)>,
}

/// The coverage of a file, by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The name of the file.
    pub file: String,
    /// The lines with code.
    pub lines: BTreeMap<usize, LineCoverage>,
}

impl FileCoverage {
    /// The numbers of reached lines, lines, reached outcomes of branches, and outcomes.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        let lines = self.lines.values();
        let reached = lines.clone().filter(|line| line.is_reached).count();
        let branches = lines.flat_map(|line| &line.branches);
        let taken = branches.clone();
        let taken = taken.map(|(yes, no)| usize::from(*yes) + usize::from(*no));
        [reached, self.lines.len(), taken.sum(), 2 * branches.count()]
    }

    /// In the format of lcov.
    #[must_use]
    pub fn lcov(&self) -> String {
        let mut text = format!("SF:{}\n", visible::on_one_line(&self.file));
        for (number, line) in &self.lines {
            for (block, (yes, no)) in line.branches.iter().enumerate() {
                for (branch, taken) in [yes, no].into_iter().enumerate() {
                    // A branch that was not reached has no number.
                    let count = match (line.is_reached, taken) {
                        (false, _) => "-",
                        (_, true) => "1",
                        (_, false) => "0",
                    };
                    text += &format!("BRDA:{number},{block},{branch},{count}\n");
                }
            }
        }
        let [reached, lines, taken, outcomes] = self.counts();
        text += &format!("BRF:{outcomes}\nBRH:{taken}\n");
        for (number, line) in &self.lines {
            text += &format!("DA:{number},{}\n", u8::from(line.is_reached));
        }
        text += &format!("LF:{lines}\nLH:{reached}\nend_of_record\n");
        text
    }
}

/// The coverage of the bodies of a program, by file. Annotations in bodies count as lines, but
/// their branches do not.
pub(super) fn of_program(
    sources: &SourceMap,
    code: &CompiledProgram,
    coverage: &Coverage,
) -> Vec<(FileId, FileCoverage)> {
    let mut files: BTreeMap<FileId, FileCoverage> = BTreeMap::new();
    let bodies: BTreeSet<RoutineId> = code
        .bodies
        .iter()
        .chain(&code.definitions)
        .copied()
        .collect();
    for id in bodies {
        if let Some(routine) = code.routines.get(id.0 as usize) {
            add(sources, coverage, id, routine, &mut files);
        }
    }
    for (id, file) in &mut files {
        sources.file(*id).name().clone_into(&mut file.file);
    }
    files.into_iter().collect()
}

fn add(
    sources: &SourceMap,
    coverage: &Coverage,
    id: RoutineId,
    routine: &Routine,
    files: &mut BTreeMap<FileId, FileCoverage>,
) {
    let mut conjuncts = 0usize;
    for ((at, instruction), span) in (0..).zip(&routine.code).zip(&routine.spans) {
        let place = CodePlace::new(id, at);
        let is_branch = match instruction {
            Instruction::Conjunct { .. } => {
                conjuncts += 1;
                false
            }
            Instruction::EndConjunct => {
                conjuncts = conjuncts.saturating_sub(1);
                false
            }
            Instruction::Branch { .. } | Instruction::Compare { .. } => conjuncts == 0,
            // They stand for the end of the text, and for what follows a loop.
            Instruction::Return | Instruction::Jump(_) => continue,
            _ => false,
        };
        if span.file.is_library() {
            continue;
        }
        let file = files.entry(span.file).or_default();
        let line = file.lines.entry(sources.start(*span).line).or_default();
        line.is_reached |= coverage.has(place);
        if is_branch {
            let taken = |outcome| coverage.has_outcome(place, outcome);
            line.branches.push((taken(true), taken(false)));
        }
    }
}
