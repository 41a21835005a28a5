//! Finding and reading the files that a command line names.

use super::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use veriframe::{Notation, Workspace};

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
    let mut seen = BTreeSet::new();
    for file in find(paths)? {
        let identity = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
        if seen.insert(identity) {
            let name = file.display().to_string();
            if workspace.set(name.clone(), read(&file)?) {
                let message = format!("{name}: another file's name is shown in the same way");
                return Err(Failure::new(message));
            }
        }
    }
    add_specs(specs, workspace.has_java(), workspace)
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
    let is_java = |file: &PathBuf| Notation::of(&file.to_string_lossy()) == Notation::Java;
    if are_used || workspace.has_java() {
        for folder in specs {
            let mut found = Vec::new();
            if !fs::metadata(folder)
                .map_err(|e| cannot_read(folder, &e))?
                .is_dir()
            {
                let message = format!("{}: not a folder", folder.display());
                return Err(Failure::new(message));
            }
            search(folder, &mut found)?;
            for file in found.into_iter().filter(is_java) {
                workspace.set_library(file.display().to_string(), read(&file)?);
            }
        }
    }
    Ok(())
}

/// The files in `paths`, and those below folders in `paths`.
pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        let about = |error| cannot_read(path, &error);
        let before = found.len();
        if fs::metadata(path).map_err(about)?.is_dir() {
            search(path, &mut found)?;
            if found.len() == before {
                return Err(Failure::new(format!(
                    "{}: no .idf or .java file in it or below",
                    path.display()
                )));
            }
        } else if is_program(path) {
            found.push(path.clone());
        } else {
            return Err(Failure::new(format!(
                "{}: neither an .idf nor a .java file",
                path.display()
            )));
        }
    }
    Ok(found)
}

/// Adds all programs below a folder, sorted by name, except in hidden and linked folders.
fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let about = |error| cannot_read(folder, &error);
    let entries: Vec<fs::DirEntry> = fs::read_dir(folder)
        .map_err(about)?
        .collect::<Result<_, _>>()
        .map_err(about)?;
    let mut entries: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    entries.sort();
    for path in entries {
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            if !hidden && !path.is_symlink() {
                search(&path, found)?;
            }
        } else if is_program(&path) {
            found.push(path);
        }
    }
    Ok(())
}

pub(super) fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "idf" || extension == "java")
}

pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(format!("{}: not UTF-8 text (byte {at})", path.display()))
    })
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        _ => error.to_string(),
    };
    Failure::new(format!("{}: {why}", path.display()))
}
