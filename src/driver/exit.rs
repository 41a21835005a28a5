//! The exit of a run: its worst result.

use super::FileReport;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::verify::outcome::Status;

/// The worst result of a run, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was verified.
    Verified,
    /// A member failed or is unknown.
    NotVerified,
    /// The command line, a file, or a program's syntax or types are wrong.
    Refused,
    /// The run was interrupted.
    Stopped,
    /// There was an internal error, or no Z3 can be used.
    Internal,
}

impl Exit {
    /// The exit code of the command line.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Exit::Verified => 0,
            Exit::NotVerified => 1,
            Exit::Refused => 2,
            // The shell's code for SIGINT.
            Exit::Stopped => 130,
            Exit::Internal => 3,
        }
    }

    /// The worst result of a file.
    #[must_use]
    pub fn of(report: &FileReport) -> Exit {
        let members = report.members.iter().map(|member| match member.status {
            Status::Verified => Exit::Verified,
            Status::Failed | Status::Unknown => Exit::NotVerified,
            Status::Refused => Exit::Refused,
            Status::Internal => Exit::Internal,
        });
        members
            .chain(report.all_diagnostics().map(Exit::of_diagnostic))
            .max()
            .unwrap_or(Exit::Verified)
    }

    fn of_diagnostic(diagnostic: &Diagnostic) -> Exit {
        Exit::of_code(diagnostic.severity, diagnostic.code)
    }

    /// The result that a diagnostic with this severity and code is.
    pub(crate) fn of_code(severity: Severity, code: Code) -> Exit {
        match (severity, code) {
            (_, Code::Internal) => Exit::Internal,
            (Severity::Warning, _) => Exit::Verified,
            (Severity::Error, code) if code.is_front_end() => Exit::Refused,
            (Severity::Error, _) => Exit::NotVerified,
        }
    }
}
