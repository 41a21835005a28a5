//! The subcommands, one per file, and shared code: file search and the console. What an
//! editor would need as well belongs in the library.

mod accepted;
pub mod arguments;
pub mod bmc;
mod bounds;
pub mod cache;
mod checkout;
pub mod console;
pub mod contracts;
pub mod dap;
pub mod debug;
pub mod explain;
pub mod explore;
mod files;
pub mod fix;
pub mod generate;
mod git_attributes;
pub mod huge_pages;
mod ignore_files;
pub mod init;
pub mod interrupt;
mod limits;
pub mod memory;
pub mod merge;
mod mount_changes;
mod option_changes;
mod output_file;
pub mod outputs;
pub mod programs;
mod progress;
pub mod project;
mod remote_cache;
mod replace;
mod revision;
mod revision_contents;
mod revision_name;
pub mod run;
mod suggestions;
pub mod test;
pub mod verify;
pub mod verify_args;
pub mod watch;
mod watchdog;

use std::fmt;
use veriframe::Exit;

/// The reason why a command failed, with what the user has to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    exit: Exit,
}

impl Failure {
    /// A request that cannot be fulfilled.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            exit: Exit::Refused,
        }
    }

    /// A broken installation, in which no request can be fulfilled.
    pub fn broken(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            exit: Exit::Internal,
        }
    }

    /// The exit of the run.
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
