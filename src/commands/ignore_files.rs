//! The files that say what a search leaves out, `.gitignore` and `.ignore`: whoever brings one must
//! not make a search read something else, or take long. As for git, a link is none; and patterns are
//! what people write.

use super::Failure;
use super::bounds::read_bytes;
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

/// Checks the files of a folder and of all around it, since a search reads those, too.
///
/// # Errors
/// As [`check`].
pub(super) fn check_around(folder: &Path) -> Result<(), Failure> {
    match fs::canonicalize(folder) {
        Ok(folder) => folder.ancestors().try_for_each(check),
        // The search says that it is not there.
        Err(_) => Ok(()),
    }
}

/// What is wrong with a search. Lines of these files are not quoted: they may be of others.
pub(super) fn message(error: &ignore::Error) -> String {
    match error {
        ignore::Error::WithPath { path, err } => {
            format!("{}: {}", visible::path(path), message(err))
        }
        ignore::Error::WithLineNumber { line, err } => format!("line {line}: {}", message(err)),
        ignore::Error::WithDepth { err, .. } => message(err),
        ignore::Error::Partial(errors) => match errors.as_slice() {
            [first, ..] => message(first),
            [] => error.to_string(),
        },
        ignore::Error::Glob { .. } => "the pattern is none".to_owned(),
        _ => error.to_string(),
    }
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
