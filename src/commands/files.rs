//! Finding and reading the files that a command line names.

use super::Failure;
use super::bounds::Bounds;
use super::checkout::{Checkout, Tracked, resolved};
use super::console;
use super::ignore_files;
use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};
use veriframe::visible;
use veriframe::{ClassPath, Notation, Workspace};

/// The path that stands for standard input.
pub(super) const STDIN: &str = "-";

/// The name of a program on standard input, unless another is given.
const STDIN_NAME: &str = "stdin.idf";

/// Folders that hold what tools made or fetched.
pub(super) const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// What a command reads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inputs<'a> {
    /// Files, folders, and `-` for standard input.
    pub paths: &'a [PathBuf],
    /// What is left out when folders are searched: patterns in the notation of `.gitignore`, with
    /// the folders to which they are relative.
    pub exclude: &'a [(PathBuf, Vec<String>)],
    /// Folders with library specifications.
    pub specs: &'a [PathBuf],
    /// Jars and folders of class files.
    pub class_path: &'a [PathBuf],
    /// The name of the program on standard input.
    pub stdin_name: Option<&'a str>,
}

/// Adds all files in `paths`, and all files below folders in `paths`, to the workspace: each file
/// once, in the order of the command line. Also adds the library specifications in the folders
/// `specs`.
///
/// # Errors
/// If a path does not exist or cannot be read, or if there is no file.
pub(super) fn read_all(
    paths: &[PathBuf],
    specs: &[PathBuf],
    workspace: &mut Workspace,
) -> Result<(), Failure> {
    let inputs = Inputs {
        paths,
        specs,
        ..Inputs::default()
    };
    inputs.read(workspace)
}

/// Adds the library specifications in folders, if they are used.
///
/// # Errors
/// If a folder cannot be read.
pub(super) fn add_specs(
    specs: &[PathBuf],
    are_used: bool,
    workspace: &mut Workspace,
) -> Result<(), Failure> {
    let is_spec = |file: &PathBuf| Notation::of(&file.to_string_lossy()) == Notation::Java;
    if !are_used && !workspace.has_java() {
        return Ok(());
    }
    for folder in specs {
        if !fs::metadata(folder)
            .map_err(|e| cannot_read(folder, &e))?
            .is_dir()
        {
            let message = format!("{}: not a folder", visible::path(folder));
            return Err(Failure::new(message));
        }
        let found = search(folder, &[])?;
        tell_of_links(&found.links);
        for file in found.files.into_iter().filter(is_spec) {
            workspace.set_library(file.display().to_string(), read(&file)?);
        }
    }
    Ok(())
}

/// Describes the classes in jars and folders of class files that the programs could name, if they are Java.
///
/// # Errors
/// If one of them cannot be used.
pub(super) fn add_class_path(paths: &[PathBuf], workspace: &mut Workspace) -> Result<(), Failure> {
    if paths.is_empty() || !workspace.has_java() {
        return Ok(());
    }
    let found = ClassPath::open(paths);
    let described = found.and_then(|mut path| workspace.set_class_path(&mut path));
    described.map_err(|error| Failure::new(format!("the class path: {error}")))
}

/// What a search finds.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The programs.
    pub files: Vec<PathBuf>,
    /// The links that are not followed, because they lead out of the checkout.
    pub links: Vec<PathBuf>,
}

/// The files that a run reads: programs and contracts, and jars. What is wrong with paths is said when they are read.
pub(super) fn read_by(
    paths: &[&[PathBuf]; 2],
    exclude: &[(PathBuf, Vec<String>)],
    class_path: &[PathBuf],
) -> Vec<PathBuf> {
    let found = paths.iter().copied().flatten().flat_map(|path| {
        let found = find(std::slice::from_ref(path), exclude);
        found.unwrap_or_default().files
    });
    let jars = class_path.iter().filter(|path| path.is_file());
    found.chain(jars.cloned()).collect()
}

/// The files in `paths`, and those below folders in `paths`.
///
/// # Errors
/// If a path does not exist or cannot be read, or if there is no file.
pub(super) fn find(
    paths: &[PathBuf],
    exclude: &[(PathBuf, Vec<String>)],
) -> Result<Search, Failure> {
    let inputs = Inputs {
        paths,
        exclude,
        ..Inputs::default()
    };
    inputs.find()
}

/// The files in a path; tells which links are not followed.
///
/// # Errors
/// As [`find`].
pub(super) fn find_and_tell(
    path: &Path,
    exclude: &[(PathBuf, Vec<String>)],
) -> Result<Vec<PathBuf>, Failure> {
    let found = find(&[path.to_owned()], exclude)?;
    tell_of_links(&found.links);
    Ok(found.files)
}

/// What is left out of folders.
pub(super) struct Excluded(Vec<Gitignore>);

impl Excluded {
    /// # Errors
    /// If a pattern is wrong.
    pub(super) fn new(patterns: &[(PathBuf, Vec<String>)]) -> Result<Excluded, Failure> {
        let inputs = Inputs {
            exclude: patterns,
            ..Inputs::default()
        };
        inputs.excluded().map(Excluded)
    }

    /// Whether a file that need not exist is left out.
    pub(super) fn has(&self, file: &Path) -> bool {
        let path = absolute(file);
        let is_excluded = |patterns: &Gitignore| {
            let is_below = path.starts_with(patterns.path());
            is_below
                && patterns
                    .matched_path_or_any_parents(&path, false)
                    .is_ignore()
        };
        self.0.iter().any(is_excluded)
    }
}

/// What was found of links and of files with several names.
pub(super) struct Linked {
    /// The links that are not followed.
    pub left: Vec<PathBuf>,
    /// Files that are read under the first of two names.
    pub aliases: Vec<[PathBuf; 2]>,
}

impl Inputs<'_> {
    /// Adds the files to the workspace as [`read_all`] does, and tells which links are not followed.
    ///
    /// # Errors
    /// If a path does not exist or cannot be read, if there is no file, or if a pattern is wrong.
    pub(super) fn read(self, workspace: &mut Workspace) -> Result<(), Failure> {
        tell_of_links(&self.read_silently(workspace)?.left);
        Ok(())
    }

    /// Adds the files to the workspace.
    ///
    /// # Errors
    /// As [`Inputs::read`].
    pub(super) fn read_silently(self, workspace: &mut Workspace) -> Result<Linked, Failure> {
        let mut seen: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
        let mut aliases = Vec::new();
        let found = self.find()?;
        for file in found.files {
            if file == Path::new(STDIN) {
                self.read_stdin(workspace)?;
                continue;
            }
            let identity = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
            if let Some(first) = seen.get(&identity) {
                aliases.push([first.clone(), file]);
                continue;
            }
            let name = file.display().to_string();
            if workspace.set(name.clone(), read(&file)?) {
                let message = format!("{name}: another file's name is shown in the same way");
                return Err(Failure::new(message));
            }
            seen.insert(identity, file);
        }
        add_specs(self.specs, workspace.has_java(), workspace)?;
        add_class_path(self.class_path, workspace)?;
        Ok(Linked {
            left: found.links,
            aliases,
        })
    }

    /// Adds the program on standard input.
    fn read_stdin(self, workspace: &mut Workspace) -> Result<(), Failure> {
        let name = self.stdin_name.unwrap_or(STDIN_NAME);
        if !is_program(Path::new(name)) {
            let message = format!("--stdin-name {name}: neither an .idf nor a .java file");
            return Err(Failure::new(message));
        }
        let mut bytes = Vec::new();
        io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| cannot_read(Path::new("standard input"), &error))?;
        let text = text(Path::new("standard input"), bytes)?;
        if workspace.set(name, text) {
            Err(Failure::new(format!("{name}: a file has this name, too")))
        } else {
            Ok(())
        }
    }

    /// The files in `paths`, and those below folders in `paths`. Patterns concern the latter.
    fn find(self) -> Result<Search, Failure> {
        let exclude = self.excluded()?;
        let mut found = Search::default();
        for path in self.paths {
            let about = |error| cannot_read(path, &error);
            if path == Path::new(STDIN) {
                found.files.push(path.clone());
            } else if fs::metadata(path).map_err(about)?.is_dir() {
                let inside = search(path, &exclude)?;
                if inside.files.is_empty() {
                    tell_of_links(&inside.links);
                    return Err(Failure::new(format!(
                        "{}: no .idf or .java file in it or below",
                        visible::path(path)
                    )));
                }
                found.files.extend(inside.files);
                found.links.extend(inside.links);
            } else if is_program(path) {
                found.files.push(path.clone());
            } else {
                return Err(Failure::new(format!(
                    "{}: neither an .idf nor a .java file",
                    visible::path(path)
                )));
            }
        }
        Ok(found)
    }

    /// What is left out.
    fn excluded(self) -> Result<Vec<Gitignore>, Failure> {
        let matcher = |(folder, patterns): &(PathBuf, Vec<String>)| {
            let mut builder = GitignoreBuilder::new(absolute(folder));
            for pattern in patterns {
                let refused = |error| Failure::new(format!("the pattern `{pattern}`: {error}"));
                builder.add_line(None, pattern).map_err(refused)?;
            }
            builder
                .build()
                .map_err(|error| Failure::new(format!("the patterns to exclude: {error}")))
        };
        self.exclude.iter().map(matcher).collect()
    }
}

/// A path from the root, without `.` and `..`.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    let from_root = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for part in from_root.components() {
        match part {
            Component::ParentDir => {
                found.pop();
            }
            part => found.push(part),
        }
    }
    found
}

/// All programs below a folder, sorted by name, except in hidden and linked folders, in folders
/// that tools make, and what a `.gitignore` names. What git tracks is found wherever it is: a change
/// could ignore what it does not want to be verified.
///
/// A link is followed to a file within the checkout.
fn search(folder: &Path, exclude: &[Gitignore]) -> Result<Search, Failure> {
    let bounds = Bounds::around(folder);
    let mut found = Search::default();
    for file in with_hidden(folder, exclude, &bounds)? {
        let is_link = file.is_symlink();
        if !is_link || bounds.has_link(&file) {
            found.files.push(file)
        } else {
            found.links.push(file)
        }
    }
    Ok(found)
}

/// Says which links are not followed.
fn tell_of_links(links: &[PathBuf]) {
    for link in links {
        // If the warning cannot be shown, the file is not read either way.
        let _ = writeln!(
            console::stderr(false),
            "warning: {}: it is a link out of the checkout: the link is left out",
            visible::path(link)
        );
    }
}

/// All programs of a search, and links to some.
fn with_hidden(
    folder: &Path,
    exclude: &[Gitignore],
    bounds: &Bounds,
) -> Result<Vec<PathBuf>, Failure> {
    let mut found = visible(folder, exclude, bounds)?;
    let known: BTreeSet<PathBuf> = found.iter().cloned().collect();
    let excluded = Excluded(exclude.to_vec());
    let mut hidden: Vec<PathBuf> = tracked(folder)
        .into_iter()
        .filter(|path| !known.contains(path) && !excluded.has(path) && path.is_file())
        // A folder on the way may have become a link.
        .filter(|path| path.is_symlink() || bounds.has_link(path))
        .collect();
    if !hidden.is_empty() {
        found.append(&mut hidden);
        found.sort();
    }
    Ok(found)
}

/// The programs that git tracks below a folder, in submodules that are checked out, too.
fn tracked(folder: &Path) -> Vec<PathBuf> {
    // Without an index that can be read, nothing is known to be tracked.
    let Ok(Some(checkout)) = Checkout::around(&folder.join("x")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (path, kind) in checkout.below(&resolved(folder)) {
        let path = if folder == Path::new(".") {
            Path::new("./").join(path)
        } else {
            folder.join(path)
        };
        match kind {
            Tracked::Submodule(_) if path.join(".git").exists() => found.extend(tracked(&path)),
            Tracked::Submodule(_) => {}
            Tracked::File | Tracked::Link if is_program(&path) => found.push(path),
            Tracked::File | Tracked::Link => {}
        }
    }
    found
}

/// What is not read of the folders in some paths, apart from what is excluded, given the files that
/// are: programs and links that are ignored, and submodules that are not checked out. Large folders
/// are not looked at to their end.
pub(super) fn left_out(
    paths: &[PathBuf],
    exclude: &[(PathBuf, Vec<String>)],
    read: &[&str],
) -> Result<Vec<PathBuf>, Failure> {
    /// The greatest number of files that are looked at.
    const MOST: usize = 20_000;
    let excluded = Excluded::new(exclude)?;
    let read: BTreeSet<PathBuf> = read
        .iter()
        .filter_map(|name| fs::canonicalize(name).ok())
        .collect();
    let mut found = BTreeSet::new();
    for folder in paths.iter().filter(|path| path.is_dir()) {
        let root = resolved(folder);
        let walk = WalkBuilder::new(folder)
            .standard_filters(false)
            .follow_links(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        for entry in walk.take(MOST).filter_map(Result::ok) {
            let (path, kind) = (entry.path(), entry.file_type());
            let is_link = kind.is_some_and(|kind| kind.is_symlink());
            let target = fs::canonicalize(path).ok();
            let is_left_out = match &target {
                Some(target) if is_link && target.is_dir() => !target.starts_with(&root),
                Some(target) => {
                    let is_file = kind.is_some_and(|kind| kind.is_file()) || is_link;
                    is_file && is_program(path) && !read.contains(target)
                }
                None => is_link && is_program(path),
            };
            if is_left_out && !excluded.has(path) {
                found.insert(path.to_owned());
            }
        }
        if let Ok(Some(checkout)) = Checkout::around(&folder.join("x")) {
            for (path, kind) in checkout.below(&root) {
                let path = folder.join(path);
                let is_empty = matches!(kind, Tracked::Submodule(_)) && !path.join(".git").exists();
                if is_empty && !excluded.has(&path) {
                    found.insert(path);
                }
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// What is left out, in one line.
pub(super) fn said_of_left_out(left_out: &[PathBuf]) -> String {
    /// How many are named.
    const NAMED: usize = 3;
    let named = left_out.iter().take(NAMED);
    let named: Vec<String> = named.map(|path| format!("{path:?}")).collect();
    let rest = match left_out.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let are = if left_out.len() == 1 { "is" } else { "are" };
    format!(
        "{}{rest} {are} not read: ignored, a link, or a submodule that is not checked out",
        named.join(", ")
    )
}

/// The programs below a folder that are neither hidden nor ignored, and links out of the checkout in
/// the place of some.
fn visible(folder: &Path, exclude: &[Gitignore], bounds: &Bounds) -> Result<Vec<PathBuf>, Failure> {
    let exclude = exclude.to_vec();
    ignore_files::check_around(folder)?;
    let refused = Arc::new(OnceLock::new());
    let refusing = Arc::clone(&refused);
    let walk = WalkBuilder::new(folder)
        // What is ignored must not depend on the machine.
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(move |entry| {
            if entry.depth() == 0 {
                return true;
            }
            let path = entry.path();
            let is_searched = !is_skipped(path, &exclude);
            // What a folder ignores is read once it is entered.
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            if is_searched && is_folder {
                return ignore_files::check(path)
                    .map_err(|why| refusing.set(why))
                    .is_ok();
            }
            is_searched
        })
        .build();
    let mut found = Vec::new();
    for entry in walk {
        let entry = entry.map_err(|error| Failure::new(ignore_files::message(&error)))?;
        let path = entry.path();
        let Some(kind) = entry.file_type().filter(|_| is_program(path)) else {
            continue;
        };
        if kind.is_symlink() {
            match fs::metadata(path) {
                Ok(target) if target.is_file() => found.push(path.to_owned()),
                // A folder is no program, and where it leads out, a device or a pipe is told.
                Ok(target) if target.is_dir() || bounds.has_link(path) => {}
                Ok(_) => found.push(path.to_owned()),
                Err(error) => {
                    let why = cannot_read(path, &error);
                    // If the warning cannot be shown, the file is not verified either way.
                    let _ = writeln!(
                        console::stderr(false),
                        "warning: {why}: the link is left out"
                    );
                }
            }
        } else if kind.is_file() {
            found.push(path.to_owned());
        }
    }
    match Arc::into_inner(refused).and_then(OnceLock::into_inner) {
        Some(why) => Err(why),
        None => Ok(found),
    }
}

/// Whether a file or folder is excluded, or a folder is one that tools make.
fn is_skipped(path: &Path, exclude: &[Gitignore]) -> bool {
    let is_folder = path.is_dir();
    let name = path.file_name();
    let is_made = is_folder && name.is_some_and(|name| SKIPPED.iter().any(|made| name == *made));
    let path = absolute(path);
    let mut exclude = exclude.iter();
    let is_excluded = |patterns: &Gitignore| {
        path.starts_with(patterns.path()) && patterns.matched(&path, is_folder).is_ignore()
    };
    is_made || exclude.any(is_excluded)
}

pub(super) fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "idf" || extension == "java")
}

pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
    text(path, bytes)
}

fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(format!(
            "{}: not UTF-8 text (byte {at})",
            visible::path(path)
        ))
    })
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        _ => error.to_string(),
    };
    Failure::new(format!("{}: {why}", visible::path(path)))
}
