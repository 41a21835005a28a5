//! The subcommands, one file each, and what they share: finding files, the console,
//! and exit codes.

pub mod cache;
pub mod console;
pub mod explain;
mod files;
pub mod interrupt;
mod near;
mod progress;
pub mod verify;

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::report::FileReport;
use crate::verify::outcome::Status;
use std::fmt;

/// How a run ended, mildest first; the worst of all files and members counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was verified (or the command is not about verifying).
    Verified,
    /// A member failed or is unknown.
    NotVerified,
    /// The command line, a file, or a program's syntax or types are wrong.
    Refused,
    /// Ctrl-C ended it.
    Stopped,
    /// The tool contradicted itself, or lacks Z3.
    Internal,
}

impl Exit {
    /// The process's exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Exit::Verified => 0,
            Exit::NotVerified => 1,
            Exit::Refused => 2,
            // What a shell says of a program that the signal killed.
            Exit::Stopped => 130,
            Exit::Internal => 3,
        }
    }

    /// What a file's outcome amounts to.
    #[must_use]
    pub fn of(report: &FileReport) -> Exit {
        let members = report.members.iter().map(|member| match member.status {
            Status::Verified => Exit::Verified,
            Status::Failed | Status::Unknown => Exit::NotVerified,
            Status::Internal => Exit::Internal,
        });
        members
            .chain(report.all_diagnostics().map(Exit::of_diagnostic))
            .max()
            .unwrap_or(Exit::Verified)
    }

    fn of_diagnostic(diagnostic: &Diagnostic) -> Exit {
        match (diagnostic.severity, diagnostic.code) {
            (_, Code::Internal) => Exit::Internal,
            (Severity::Warning, _) => Exit::Verified,
            (Severity::Error, code) if code.is_front_end() => Exit::Refused,
            (Severity::Error, _) => Exit::NotVerified,
        }
    }
}

/// Why a command could not do its work: what the user has to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    exit: Exit,
}

impl Failure {
    /// What was asked for cannot be done.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            exit: Exit::Refused,
        }
    }

    /// The tool lacks what it needs for any work.
    pub fn broken(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            exit: Exit::Internal,
        }
    }

    /// How the run ends.
    #[must_use]
    pub fn exit(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
