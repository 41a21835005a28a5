//! The choice of the proof cache, by `--cache` and the environment.

use super::Failure;
use super::checkout::refuse_results_of_changes;
use bytesize::ByteSize;
use clap::Subcommand;
use etcetera::BaseStrategy;
use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use veriframe::{Cache, CacheMode, CacheSize};

/// What to do with a cache.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum Upkeep {
    /// Say how much it holds
    Size,
    /// Remove all results
    Clean,
}

/// The environment variable that names another cache folder, or `off`.
pub const VARIABLE: &str = "VERIFRAME_CACHE";

/// The path of the cache in the user's cache folder.
const INSIDE: &str = "veriframe/proofs";

/// The cache that `--cache` selects: `off`, `check` or a folder. Without an argument, it is that
/// of the environment variable, or else the default folder, unless the project turns it off: the
/// project file, which a change may bring, names no folder.
///
/// # Errors
/// If a folder is needed and there is none, or if a change could bring the results in it.
pub fn chosen(argument: Option<&Path>, is_off: bool) -> Result<Option<Cache>, Failure> {
    let variable = env::var_os(VARIABLE).map(PathBuf::from);
    let variable = variable.filter(|value| !value.as_os_str().is_empty());
    let project = is_off.then(|| PathBuf::from("off"));
    let cache = choose(argument, variable.or(project), user_folder)?;
    if let Some(cache) = &cache {
        refuse_results_of_changes(cache.folder())?;
    }
    Ok(cache)
}

fn choose(
    argument: Option<&Path>,
    variable: Option<PathBuf>,
    user_folder: impl FnOnce() -> Option<PathBuf>,
) -> Result<Option<Cache>, Failure> {
    let off = Path::new("off");
    let variable = variable.filter(|value| !value.as_os_str().is_empty());
    let with = |mode| move |folder| Cache::new(folder, mode);
    match argument {
        None if variable.as_deref() == Some(off) => Ok(None),
        None => Ok(variable.or_else(user_folder).map(with(CacheMode::Use))),
        Some(word) if word == off => Ok(None),
        Some(word) if word == Path::new("check") => {
            let folder = variable.filter(|value| value != off).or_else(user_folder);
            folder.map(with(CacheMode::Check)).map(Some).ok_or_else(|| {
                let why = "there is no folder with a cache to check";
                Failure::new(format!("{why}: name one in {VARIABLE}"))
            })
        }
        Some(folder) => Ok(Some(Cache::new(folder.to_owned(), CacheMode::Use))),
    }
}

/// Writes how much a cache holds, or removes all of it and writes how much that was.
///
/// # Errors
/// If there is no cache, or its folder cannot be read or changed.
pub fn maintain(upkeep: Upkeep, cache: Option<Cache>, out: &mut dyn Write) -> Result<(), Failure> {
    let cache = cache.ok_or_else(|| Failure::new("there is no cache: it is off"))?;
    let folder = veriframe::visible::path(cache.folder());
    let found = match upkeep {
        Upkeep::Size => cache.size(),
        Upkeep::Clean => cache.clean(),
    };
    let CacheSize { files, bytes } =
        found.map_err(|error| Failure::new(format!("{folder}: {error}")))?;
    let removed = match upkeep {
        Upkeep::Size => "",
        Upkeep::Clean => " removed",
    };
    let files = match files {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    writeln!(out, "{folder}: {files}{removed}, {}", ByteSize(bytes))
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new(format!("it cannot be written: {error}")))
}

/// The default folder, below the user's cache folder.
fn user_folder() -> Option<PathBuf> {
    let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(strategy.cache_dir().join(INSIDE))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    /// The selected folder and mode, in words.
    fn chosen(argument: Option<&str>, variable: Option<&str>, user: Option<&str>) -> String {
        let user = user.map(PathBuf::from);
        let cache = choose(argument.map(Path::new), variable.map(PathBuf::from), || {
            user
        });
        match cache {
            Ok(None) => "off".to_owned(),
            Ok(Some(cache)) => format!("{:?} {}", cache.mode(), cache.folder().display()),
            Err(failure) => failure.to_string(),
        }
    }

    #[test]
    fn the_command_line_outweighs_the_environment_and_that_the_default() {
        assert_eq!(chosen(None, None, Some("/u")), "Use /u");
        assert_eq!(chosen(None, None, None), "off");
        assert_eq!(chosen(None, Some("/v"), Some("/u")), "Use /v");
        assert_eq!(chosen(None, Some(""), Some("/u")), "Use /u");
        assert_eq!(chosen(None, Some("off"), Some("/u")), "off");
        assert_eq!(chosen(Some("off"), Some("/v"), Some("/u")), "off");
        assert_eq!(chosen(Some("/d"), Some("/v"), Some("/u")), "Use /d");
        assert_eq!(chosen(Some("./off"), None, None), "Use ./off");
        assert_eq!(chosen(Some("check"), Some("/v"), Some("/u")), "Check /v");
        assert_eq!(chosen(Some("check"), None, Some("/u")), "Check /u");
        assert_eq!(chosen(Some("check"), Some("off"), Some("/u")), "Check /u");
        assert!(chosen(Some("check"), None, None).contains("there is no folder"));
    }

    #[test]
    fn the_users_folder_ends_in_the_programs_own() {
        assert!(user_folder().is_none_or(|folder| folder.ends_with(INSIDE)));
    }
}
