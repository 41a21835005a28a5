//! What the report on a whole run is about, in whatever format it is written.

use super::assumed::Assumed;
use super::text::plural;
use crate::driver::{Counts, Exit, FileReport, LeftOut, ShardPlan};
use crate::source::SourceMap;
use crate::stop::StopReason;
use crate::verify::LastStates;
use crate::verify::outcome::{Status, TraceMode};
use std::time::Duration;

/// Optional contents.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// The paths to include with their states.
    pub trace: TraceMode,
    /// Whether to include statistics per member.
    pub stats: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    /// Why it ended before all members were verified.
    pub early: Option<StopReason>,
    /// Why the command failed, for a reason that no file has.
    pub failure: Option<&'a str>,
    /// The exit of the command.
    pub exit: Exit,
}

impl End<'_> {
    /// The end of a run that did what it was asked to do.
    #[must_use]
    pub fn regular(exit: Exit) -> Self {
        End {
            early: None,
            failure: None,
            exit,
        }
    }
}

/// How failed members are looked at further.
#[derive(Clone, Debug, Default)]
pub struct Further {
    /// The last states of the first one.
    pub states: Option<LastStates>,
    /// The arguments that name the programs on the command line; `None` if each file is one.
    pub programs: Option<Vec<String>>,
}

/// What a report is about.
#[derive(Clone, Copy, Debug)]
pub struct Verification<'a> {
    /// The files that its spans refer to.
    pub sources: &'a SourceMap,
    /// The results, by file.
    pub files: &'a [FileReport],
    /// How long the run took.
    pub time: Duration,
    /// How it ended.
    pub end: End<'a>,
    /// The optional contents.
    pub detail: Detail,
    /// The shard that it is about; `None` for all members.
    pub shard: Option<&'a ShardPlan>,
    /// The members that are left out because they are as in an older revision.
    pub left_out: Option<&'a LeftOut>,
    /// What the text for people says of failed members after all diagnostics.
    pub further: Option<&'a Further>,
}

impl<'a> Verification<'a> {
    /// The number of members by verdict.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for file in self.files {
            counts += file.counts();
        }
        counts
    }

    /// What the verdicts rest on besides the proofs.
    #[must_use]
    pub fn assumed(&self) -> Assumed<'a> {
        Assumed::of(self.files)
    }
}

/// The verdicts of members in one line: `verified 2 members, 1 failed, 0 unknown`.
#[must_use]
pub fn verdicts(counts: Counts) -> String {
    let verified = plural(counts.verified, "member");
    let mut text = format!(
        "verified {verified}, {} failed, {} unknown",
        counts.failed, counts.unknown
    );
    if counts.refused > 0 {
        text += &format!(", {} refused", counts.refused);
    }
    text
}

/// The name of a status in reports for machines. A member with an internal error is `unknown`;
/// its diagnostic `internal-error` and the exit code tell it from others.
pub(super) fn status(status: Status) -> &'static str {
    match status {
        Status::Verified => "verified",
        Status::Failed => "failed",
        Status::Unknown | Status::Internal => "unknown",
        Status::Refused => "refused",
    }
}
