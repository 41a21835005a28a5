//! `veriframe generate`: shell completions and man pages, for packages.

use super::Failure;
use clap::{Command, Subcommand};
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use veriframe::visible;

/// What to generate.
#[derive(Subcommand)]
pub enum Generated {
    /// Print the completions of a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write a man page for each command
    Man {
        /// The folder of the pages
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Generates it for this command line.
///
/// # Errors
/// If it cannot be written.
pub fn generate(
    generated: &Generated,
    mut command: Command,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match generated {
        Generated::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command, "veriframe", &mut text);
            out.write_all(&text)
                .and_then(|()| out.flush())
                .map_err(|error| Failure::new(format!("it cannot be written: {error}")))
        }
        Generated::Man { folder } => {
            let written =
                fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
            let about = |error| Failure::new(format!("{}: {error}", visible::path(folder)));
            written.map(|_| ()).map_err(about)
        }
    }
}
