//! The subcommands, one file each, and what they share: finding files, and the
//! console.

pub mod cache;
pub mod console;
pub mod explain;
mod files;
pub mod interrupt;

mod progress;
mod suggestions;
pub mod verify;

use std::fmt;
use veriframe::Exit;

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
