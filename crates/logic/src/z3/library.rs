//! The Z3 library: its search path, and loading it on first use.
//!
//! The dynamic loader keeps one libz3 per process, so the search result is kept per
//! process, too: the library that identifies the solver in the proof cache is the one
//! that is loaded.
//!
//! Without lazy loading (`build/lazy_z3.rs`), libz3 is loaded before the program
//! starts, and there is no search.
//!
//! A binary looks in `VERIFRAME_Z3`, beside itself, in `../lib/veriframe` and `../lib`, the cache
//! folder, the library that the build was given (`build/z3.rs`), the system's folders. What
//! `VERIFRAME_Z3` names counts alone: which Z3 decides must not depend on what happens to work. No
//! or a wrong library is one error, exit code 3.

use super::complete;
use etcetera::BaseStrategy;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The environment variable that names the library or its folder.
pub const VARIABLE: &str = "VERIFRAME_Z3";

/// The oldest Z3 that the z3 crate supports.
const OLDEST: &str = env!("VERIFRAME_Z3_OLDEST");

/// The library of the pinned wheel, relative to the user's cache folder.
const PINNED: &str = env!("VERIFRAME_Z3_PINNED");

/// The user's own library that the program was built with, if any.
const BUILT_WITH: Option<&str> = option_env!("VERIFRAME_Z3_BUILT_WITH");

/// The library's file name.
const FILE_NAME: &str = if cfg!(target_os = "macos") {
    "libz3.dylib"
} else {
    "libz3.so"
};

/// The Z3 parameter by which the lazy loader is called (`build/lazy_z3/load.c`).
const PARAMETER: &str = "veriframe.libz3";

/// The reason why Z3 cannot be used, as a message to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable(String);

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unusable {}

/// The Z3 library of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Library {
    /// A file, loaded on first use.
    File {
        /// Its absolute path, without symbolic links.
        path: PathBuf,
        /// The file's metadata when it was found.
        stamp: Stamp,
    },
    /// The library that the program is linked with.
    Linked,
}

/// Finds the library of this process, without loading it.
///
/// # Errors
/// If there is none; the message lists the places searched.
pub fn find() -> Result<&'static Library, Unusable> {
    static FOUND: OnceLock<Result<Library, Unusable>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        if cfg!(lazy_z3) {
            Places::of_this_process().find()
        } else {
            Ok(Library::Linked)
        }
    });
    found.as_ref().map_err(Unusable::clone)
}

/// Loads the library, if that is not done yet. Z3 can be called afterwards.
///
/// # Errors
/// If there is none, if it cannot be loaded, or if it is too old.
pub fn load() -> Result<(), Unusable> {
    static LOADED: OnceLock<Result<(), Unusable>> = OnceLock::new();
    LOADED.get_or_init(|| find()?.load()).clone()
}

impl Library {
    fn load(&self) -> Result<(), Unusable> {
        if let Library::File { path, stamp } = self {
            let unusable = |why: &str| unusable(path, why);
            let now = fs::metadata(path).map(|file| Stamp::of(&file));
            if !now.is_ok_and(|now| now.is_same_file(stamp)) {
                return Err(unusable("it was changed while veriframe was running"));
            }
            // The loader maps the file, and reading beyond its end would end the process.
            complete::check(path).map_err(|why| unusable(&why))?;
            let name = path
                .to_str()
                .ok_or_else(|| unusable("its path is not UTF-8"))?;
            z3::set_global_param(PARAMETER, name);
            if let Some(why) = z3::get_global_param(PARAMETER) {
                return Err(unusable(&why));
            }
        }
        let version = z3::full_version();
        if numbers(version) >= numbers(OLDEST) {
            return Ok(());
        }
        let shown = match self {
            Library::File { path, .. } => path,
            Library::Linked => Path::new("libz3"),
        };
        let why = format!("it is of {version}, and veriframe needs {OLDEST} or newer");
        Err(unusable(shown, &why))
    }
}

/// The leading numbers of a version: `Z3 4.13.3.0 …`, `4.13.3`.
fn numbers(version: &str) -> Vec<u32> {
    let version = version.trim_start_matches("Z3 ");
    let end = version.find(|c: char| !c.is_ascii_digit() && c != '.');
    let digits = version.get(..end.unwrap_or(version.len()));
    let parts = digits.unwrap_or_default().split('.');
    parts.map_while(|part| part.parse().ok()).collect()
}

fn unusable(path: &Path, why: &str) -> Unusable {
    let path = path.display().to_string();
    // The loader's message often begins with the path.
    let why = why
        .strip_prefix(&path)
        .map_or(why, |rest| rest.trim_start_matches(": "));
    Unusable(format!("Z3 cannot be used: {path}: {why}\n{REMEDIES}"))
}

const REMEDIES: &str = "\
help: set VERIFRAME_Z3 to a libz3 that fits, or to the folder that it is in. The PyPI package
      `z3-solver` has one: `python3 -m pip install --target DIR z3-solver`, then DIR/z3/lib";

/// A file's metadata, by which a changed or replaced file is recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// What changes with the contents: device, number, size, and time of modification.
    contents: String,
    /// The time of the last change of any kind, which a new link to the file sets, too.
    changed: String,
}

impl Stamp {
    /// The stamp of a file.
    #[must_use]
    pub(super) fn of(file: &Metadata) -> Stamp {
        #[cfg(unix)]
        let (contents, changed) = {
            use std::os::unix::fs::MetadataExt;
            let modified = [file.mtime(), file.mtime_nsec()];
            let contents = format!("{} {} {} {modified:?}", file.dev(), file.ino(), file.len());
            (contents, format!("{:?}", [file.ctime(), file.ctime_nsec()]))
        };
        #[cfg(not(unix))]
        let (contents, changed) = (
            format!("{} {:?}", file.len(), file.modified().ok()),
            String::new(),
        );
        Stamp { contents, changed }
    }

    /// Whether this is the same file with the same contents: a new link to it, or other
    /// permissions, are no change.
    fn is_same_file(&self, earlier: &Stamp) -> bool {
        self.contents == earlier.contents
    }

    /// The whole stamp as text. Where results of other runs depend on the file, any change counts.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.contents, self.changed)
    }
}

/// The search path of the library.
#[derive(Debug, Default)]
struct Places {
    /// The value of [`VARIABLE`]; excludes all other places.
    named: Option<PathBuf>,
    /// The path of the executable.
    program: Option<PathBuf>,
    /// The user's cache folder.
    cache: Option<PathBuf>,
    /// The library that the program was built with.
    built_with: Option<PathBuf>,
    /// The system's library folders.
    system: Vec<PathBuf>,
}

impl Places {
    fn of_this_process() -> Places {
        let not_empty = |value: &OsString| !value.is_empty();
        let strategy = etcetera::base_strategy::choose_native_strategy().ok();
        Places {
            named: env::var_os(VARIABLE).filter(not_empty).map(PathBuf::from),
            program: env::current_exe().ok(),
            cache: strategy.map(|strategy| strategy.cache_dir()),
            built_with: BUILT_WITH.map(PathBuf::from),
            system: system_folders(),
        }
    }

    /// The first library found.
    fn find(&self) -> Result<Library, Unusable> {
        if let Some(named) = &self.named {
            let path = if named.is_dir() {
                in_folder(named)
            } else {
                Some(named.clone())
            };
            return path.and_then(|path| file(&path)).ok_or_else(|| {
                let named = named.display();
                let why =
                    format!("{VARIABLE} names {named}, which is no {FILE_NAME} and holds none");
                Unusable(format!("Z3 was not found: {why}\n{REMEDIES}"))
            });
        }
        let fixed = self.fixed();
        if let Some(found) = fixed.iter().find_map(|(_, path)| file(path)) {
            return Ok(found);
        }
        let in_system = self.system.iter().find_map(|folder| in_folder(folder));
        in_system
            .and_then(|path| file(&path))
            .ok_or_else(|| self.not_found(&fixed))
    }

    /// The paths to try, in order, with a description for the user.
    fn fixed(&self) -> Vec<(&'static str, PathBuf)> {
        let mut paths = Vec::new();
        if let Some(folder) = self.program.as_deref().and_then(Path::parent) {
            paths.push(("beside veriframe", folder.join(FILE_NAME)));
            if let Some(above) = folder.parent() {
                let lib = above.join("lib");
                paths.push(("in ../lib", lib.join("veriframe").join(FILE_NAME)));
                paths.push(("in ../lib", lib.join(FILE_NAME)));
            }
        }
        if let Some(cache) = &self.cache {
            paths.push(("in your cache folder", cache.join(PINNED)));
        }
        if let Some(path) = &self.built_with {
            paths.push(("where the build had it", path.clone()));
        }
        paths
    }

    fn not_found(&self, fixed: &[(&'static str, PathBuf)]) -> Unusable {
        let mut text = format!(
            "Z3 was not found: veriframe needs its library, {FILE_NAME} {OLDEST} or newer\n\
             searched for it in this order:\n  {VARIABLE} is not set"
        );
        for (what, path) in fixed {
            text += &format!("\n  {what}: {}", path.display());
        }
        for folder in &self.system {
            text += &format!("\n  in the system's folders: {}", folder.display());
        }
        Unusable(format!("{text}\n{REMEDIES}"))
    }
}

/// The library at a path, if it is a file.
fn file(path: &Path) -> Option<Library> {
    let path = fs::canonicalize(path).ok()?;
    let file = fs::metadata(&path).ok().filter(Metadata::is_file)?;
    let stamp = Stamp::of(&file);
    Some(Library::File { path, stamp })
}

/// The library in a folder: the unversioned name (from development packages), otherwise
/// the highest version.
fn in_folder(folder: &Path) -> Option<PathBuf> {
    let plain = folder.join(FILE_NAME);
    if plain.is_file() {
        return Some(plain);
    }
    let entries = fs::read_dir(folder).ok()?.flatten();
    let versions = entries.filter_map(|entry| {
        let name = entry.file_name();
        let version = name.to_str()?.strip_prefix(FILE_NAME)?.strip_prefix('.')?;
        Some((numbers(version), entry.path()))
    });
    versions.max().map(|(_, path)| path)
}

/// The folders that the system's loader searches.
fn system_folders() -> Vec<PathBuf> {
    let named = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let named = env::split_paths(&named).filter(|folder| folder.is_absolute());
    let triple = format!("{}-linux-gnu", env::consts::ARCH);
    let usual = ["/usr/local/lib", "/usr/lib", "/lib", "/usr/lib64", "/lib64"];
    let usual = usual.map(PathBuf::from);
    let usual = usual
        .iter()
        .flat_map(|folder| [folder.join(&triple), folder.clone()]);
    named
        .chain(usual)
        .filter(|folder| folder.is_dir())
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "a test may stop at the first surprise"
    )]

    use super::*;

    /// A folder with these files, and the search path of a program in its `bin`.
    fn places(files: &[&str]) -> (tempfile::TempDir, Places) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for name in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        let places = Places {
            named: None,
            program: Some(root.join("bin/veriframe")),
            cache: Some(root.join("cache")),
            built_with: Some(root.join("built/libz3.so.9")),
            system: vec![root.join("empty"), root.join("system")],
        };
        (folder, places)
    }

    /// The file that is found.
    fn found(files: &[&str], named: Option<&str>) -> String {
        let (folder, places) = places(files);
        let root = fs::canonicalize(folder.path()).unwrap();
        let named = named.map(|named| root.join(named));
        match (Places { named, ..places }).find() {
            Ok(Library::File { path, .. }) => {
                path.strip_prefix(&root).unwrap().display().to_string()
            }
            Ok(Library::Linked) => "linked".to_owned(),
            Err(error) => error.to_string().replace(&root.display().to_string(), ""),
        }
    }

    #[test]
    fn the_places_are_searched_in_order() {
        let cache = format!("cache/{PINNED}");
        let name = |folder: &str| format!("{folder}/{FILE_NAME}");
        let versions = ["4.9", "4.10"].map(|v| format!("system/{FILE_NAME}.{v}"));
        let mut files = vec![
            name("own"),
            name("bin"),
            name("lib/veriframe"),
            name("lib"),
            cache,
            "built/libz3.so.9".to_owned(),
            name("system"),
        ];
        files.extend(versions.into_iter().rev());
        let mut left: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(found(&left, Some("own")), left[0]);
        assert_eq!(found(&left, Some(&name("own"))), left[0]);
        left.remove(0);
        while !left.is_empty() {
            assert_eq!(found(&left, None), left[0]);
            left.remove(0);
        }
    }

    #[test]
    fn what_is_missing_is_said_with_the_places_and_the_remedies() {
        let said = found(&[], None);
        let expected = [
            "VERIFRAME_Z3 is not set",
            "beside veriframe: /bin/",
            "in ../lib: /lib/veriframe/",
            "in ../lib: /lib/libz3",
            "in your cache folder: /cache/veriframe/z3-solver-",
            "where the build had it: /built/libz3.so.9",
            "in the system's folders: /system",
            "help: set VERIFRAME_Z3",
        ];
        for part in expected {
            assert!(said.contains(part), "{part} is missing in\n{said}");
        }
    }

    #[test]
    fn a_named_library_that_is_missing_is_not_replaced_by_another() {
        let other = format!("bin/{FILE_NAME}");
        for named in ["nothing", "bin/../lib"] {
            let said = found(&[&other, "lib/other"], Some(named));
            assert!(
                said.starts_with("Z3 was not found: VERIFRAME_Z3 names /"),
                "{said}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_change_of_the_file_and_other_contents_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let stamp = || Stamp::of(&fs::metadata(&path).unwrap());
        fs::write(&path, "one").unwrap();
        let before = stamp();
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::hard_link(&path, folder.path().join("link")).unwrap();
        assert!(stamp().is_same_file(&before));
        assert_ne!(stamp().text(), before.text(), "the hash is computed again");
        fs::write(&path, "other").unwrap();
        assert!(!stamp().is_same_file(&before));
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(numbers("Z3 5.4.0.0 build hashcode 1") > numbers("4.13.3"));
        assert!(numbers("Z3 4.13.3.0") >= numbers("4.13.3"));
        assert!(numbers("Z3 4.8.12.0") < numbers("4.13.3"));
        assert!(numbers("no version") < numbers("4.13.3"));
    }
}
