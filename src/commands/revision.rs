//! The programs of a folder or file, and those that a git revision has in the same place.

use super::{Failure, files};
use std::fs;
use std::path::{Path, PathBuf};
use veriframe::Workspace;

/// Where programs are taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder or file that exists.
    Path(PathBuf),
    /// Anything else: a git revision, such as `main`, `v1.2` or `HEAD~3`.
    Revision(String),
}

impl Place {
    /// The place that an argument names: a path, if there is one, and a revision otherwise.
    #[must_use]
    pub fn of(argument: &str) -> Place {
        let path = PathBuf::from(argument);
        match path.exists() {
            true => Place::Path(path),
            false => Place::Revision(argument.to_owned()),
        }
    }
}

/// A file of a place: its path relative to the place, and its text.
type Found = (PathBuf, String);

/// Adds the programs of a place to a workspace, in the order of their paths. `at` is the path to
/// which they belong in the other place, if that is one on disk: a revision has them there, and the
/// names of the files begin with it, so that those of both places correspond.
///
/// # Errors
/// If the place or a file cannot be read, or if there is no program in it.
pub fn read(place: &Place, at: &Path, workspace: &mut Workspace) -> Result<(), Failure> {
    let mut found = match place {
        Place::Path(path) => on_disk(path)?,
        Place::Revision(revision) => in_revision(revision, at)?,
    };
    found.sort();
    for (path, text) in found {
        let name = match path.as_os_str().is_empty() {
            true => at.to_owned(),
            false if at == Path::new(".") => path,
            false => at.join(path),
        };
        workspace.set(name.display().to_string(), text);
    }
    Ok(())
}

fn on_disk(root: &Path) -> Result<Vec<Found>, Failure> {
    let mut found = Vec::new();
    for file in files::find(&[root.to_owned()])? {
        let text = files::read(&file)?;
        let path = file.strip_prefix(root).unwrap_or(&file).to_owned();
        found.push((path, text));
    }
    Ok(found)
}

/// The programs that a revision has at a path of the working tree, as [`on_disk`] finds them: none
/// in hidden folders, and none that are links.
fn in_revision(revision: &str, at: &Path) -> Result<Vec<Found>, Failure> {
    let unknown = |error: &dyn std::fmt::Display| {
        Failure::new(format!(
            "`{revision}` is neither a file or folder nor a revision that can be read: {error}"
        ))
    };
    let repository = gix::discover(folder_of(at)).map_err(|error| unknown(&error))?;
    let inside = inside(&repository, at).map_err(|error| unknown(&error))?;
    let id = repository
        .rev_parse_single(revision)
        .map_err(|e| unknown(&e))?;
    let object = id.object().map_err(|error| unknown(&error))?;
    let root = object.peel_to_tree().map_err(|error| unknown(&error))?;
    let files = root.traverse().breadthfirst.files();
    let mut found = Vec::new();
    for entry in files.map_err(|error| unknown(&error))? {
        let path = gix::path::from_bstr(&entry.filepath).map_err(|error| unknown(&error))?;
        let path = path.into_owned();
        let Ok(relative) = path.strip_prefix(&inside) else {
            continue;
        };
        if !entry.mode.is_blob() || !files::is_program(&path) || is_hidden(relative) {
            continue;
        }
        let blob = repository.find_object(entry.oid).map_err(|e| unknown(&e))?;
        let text = String::from_utf8(blob.data.clone()).map_err(|_| {
            let path = path.display();
            Failure::new(format!("{path} in `{revision}`: not UTF-8 text"))
        })?;
        found.push((relative.to_owned(), text));
    }
    Ok(found)
}

/// A path that need not exist any more is in the folder that does.
fn folder_of(at: &Path) -> PathBuf {
    let existing = at.ancestors().find(|path| path.is_dir());
    match existing {
        Some(path) if !path.as_os_str().is_empty() => path.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The path relative to the root of the repository's working tree.
fn inside(repository: &gix::Repository, at: &Path) -> Result<PathBuf, String> {
    let root = repository
        .workdir()
        .ok_or("the repository has no working tree")?;
    let root = fs::canonicalize(root).map_err(|error| error.to_string())?;
    let folder = fs::canonicalize(folder_of(at)).map_err(|error| error.to_string())?;
    let rest = at.strip_prefix(folder_of(at)).unwrap_or(Path::new(""));
    let path = match at == Path::new(".") {
        true => folder,
        false => folder.join(rest),
    };
    let path = path.strip_prefix(&root).map(Path::to_owned);
    path.map_err(|_| format!("`{}` is not in the repository", at.display()))
}

/// Whether a folder on the way to a file is hidden.
fn is_hidden(path: &Path) -> bool {
    let folders = path.parent().into_iter().flat_map(Path::components);
    let mut names = folders.map(|part| part.as_os_str().to_string_lossy());
    names.any(|name| name.starts_with('.'))
}
