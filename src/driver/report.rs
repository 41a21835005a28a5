//! The results for one file, and counts of members by verdict.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::FileId;
use crate::verify::outcome::{MemberOutcome, Stats, Status};
use std::ops::AddAssign;

/// The results for one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file.
    pub file: FileId,
    /// The diagnostics of the front end, by position.
    pub diagnostics: Vec<Diagnostic>,
    /// The members' outcomes in source order; empty if the whole file was
    /// refused.
    pub members: Vec<MemberOutcome>,
}

impl FileReport {
    /// An empty report on a file.
    #[must_use]
    pub fn of(file: FileId) -> FileReport {
        FileReport {
            file,
            diagnostics: Vec::new(),
            members: Vec::new(),
        }
    }

    /// All diagnostics of the file: the front end's, then each member's.
    pub fn all_diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .chain(self.members.iter().flat_map(|m| &m.diagnostics))
    }

    /// The number of errors from the front end.
    #[must_use]
    pub fn front_end_errors(&self) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
    }

    /// Whether the front end refuses something in the file.
    #[must_use]
    pub fn has_refused_text(&self) -> bool {
        self.front_end_errors() > self.breakdowns()
    }

    /// The number of internal errors of the front end.
    fn breakdowns(&self) -> usize {
        let diagnostics = self.diagnostics.iter();
        diagnostics.filter(|d| d.code == Code::Internal).count()
    }

    /// The number of members by verdict.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let of = |status| self.members.iter().filter(|m| m.status == status).count();
        Counts {
            verified: of(Status::Verified),
            failed: of(Status::Failed),
            unknown: of(Status::Unknown),
            internal: of(Status::Internal) + self.breakdowns(),
            refused: of(Status::Refused),
            refused_files: usize::from(self.has_refused_text() && of(Status::Refused) == 0),
            recursive: self
                .members
                .iter()
                .filter(|m| m.might_recur_for_ever)
                .count(),
            bare: self.members.iter().filter(|m| !m.has_contract).count(),
        }
    }

    /// The sum of the members' statistics.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut total = Stats::default();
        for member in &self.members {
            total += member.stats;
        }
        total
    }
}

/// Counts of members by verdict, for a file or a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Members that satisfy their contracts.
    pub verified: usize,
    /// Members with an error.
    pub failed: usize,
    /// Members that are neither verified nor failed.
    pub unknown: usize,
    /// Members (or files) with an internal error.
    pub internal: usize,
    /// Members refused by the front end.
    pub refused: usize,
    /// Files with errors of the front end, but without refused members.
    pub refused_files: usize,
    /// Members without a contract.
    pub bare: usize,
    /// Members that can call themselves, of which nothing shows that this ends.
    pub recursive: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.verified += other.verified;
        self.failed += other.failed;
        self.unknown += other.unknown;
        self.internal += other.internal;
        self.refused += other.refused;
        self.refused_files += other.refused_files;
        self.bare += other.bare;
        self.recursive += other.recursive;
    }
}
