//! The files that say what a search leaves out, `.gitignore` and `.ignore`: whoever brings one must
//! not make a search read something else, or take long. As for git, a link is none; and patterns are
//! what people write.

use super::Failure;
use super::bounds::{Bounds, read_bytes};
use std::fs;
use std::path::Path;
use veriframe::visible;

/// The names of these files.
const NAMES: [&str; 2] = [".gitignore", ".ignore"];

/// The longest line, in bytes.
const LONGEST: usize = 1_000;

/// The most wildcards of a pattern: matching takes more than linear time in their number.
const WILDCARDS: usize = 32;

/// The most patterns of a file.
const PATTERNS: usize = 20_000;

/// Checks the files of the folders around a folder, as far as its checkout goes.
///
/// # Errors
/// As [`check`].
pub(super) fn check_around(folder: &Path, bounds: &Bounds) -> Result<(), Failure> {
    let Ok(folder) = fs::canonicalize(folder) else {
        return Ok(());
    };
    let mut around = folder.ancestors().take_while(|around| bounds.has(around));
    around.try_for_each(check)
}

/// Checks the files of a folder.
///
/// # Errors
/// If one is a link or no regular file, or has patterns that nobody writes.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    for name in NAMES {
        let file = folder.join(name);
        let Ok(data) = fs::symlink_metadata(&file) else {
            continue;
        };
        let about = |why: &str| Failure::new(format!("{}: {why}", visible::path(&file)));
        if data.is_symlink() {
            return Err(about(
                "it is a link, which git does not follow: replace it by a file",
            ));
        }
        if data.is_dir() {
            continue;
        }
        let text = read_bytes(&file)?;
        let text = String::from_utf8_lossy(&text);
        if text.lines().count() > PATTERNS {
            return Err(about(&format!("it has more than {PATTERNS} patterns")));
        }
        let is_usual = |line: &str| {
            line.len() <= LONGEST && line.matches(['*', '?', '[', '{']).count() <= WILDCARDS
        };
        if let Some(at) = text.lines().position(|line| !is_usual(line)) {
            return Err(about(&format!(
                "the pattern in line {} is too long, or has more than {WILDCARDS} wildcards",
                at + 1
            )));
        }
    }
    Ok(())
}
