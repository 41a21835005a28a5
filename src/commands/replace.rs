//! Replaces the texts of several files: of all, or of none.

use super::Failure;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file, and the text that it gets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replacement<'r> {
    /// The path.
    pub name: &'r str,
    /// The text that it must have now.
    pub before: &'r str,
    /// The text that it gets.
    pub after: &'r str,
}

/// A text that waits beside the file that it replaces. It is removed if it replaces none.
struct Waiting<'r> {
    name: &'r str,
    before: &'r str,
    path: PathBuf,
    text: NamedTempFile,
}

/// Replaces the texts of files. All new texts are written before the first file is replaced; if a
/// file cannot be replaced then, those before it get their texts back.
///
/// # Errors
/// If a file has another text than it must have, or cannot be replaced.
pub(super) fn replace(files: &[Replacement<'_>]) -> Result<(), Failure> {
    let waiting = files.iter().map(|file| wait(*file));
    finish(waiting.collect::<Result<Vec<_>, Failure>>()?)
}

/// Writes the new text of a file beside it.
fn wait(file: Replacement<'_>) -> Result<Waiting<'_>, Failure> {
    let Replacement { name, before, .. } = file;
    let text = written(file)
        .map_err(|error| Failure::new(format!("{name}: {error}; nothing was written")))?;
    let (path, text) = text;
    Ok(Waiting {
        name,
        before,
        path,
        text,
    })
}

fn written(file: Replacement<'_>) -> Result<(PathBuf, NamedTempFile), String> {
    let unread = |error: io::Error| format!("cannot be read: {error}");
    let unwritten = |error: io::Error| format!("cannot be written: {error}");
    // What a link points to is replaced, not the link.
    let path = fs::canonicalize(file.name).map_err(unread)?;
    if fs::read_to_string(&path).map_err(unread)? != file.before {
        return Err("changed since it was verified".to_owned());
    }
    let old = OpenOptions::new().append(true).open(&path);
    let permissions = old.and_then(|old| old.metadata()).map_err(unwritten)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let new = NamedTempFile::new_in(folder);
    let new = new.and_then(|mut new| {
        new.write_all(file.after.as_bytes())?;
        new.as_file().set_permissions(permissions.permissions())?;
        new.as_file().sync_all()?;
        Ok(new)
    });
    Ok((path, new.map_err(unwritten)?))
}

/// Replaces the files by the texts that wait.
fn finish(waiting: Vec<Waiting<'_>>) -> Result<(), Failure> {
    let mut replaced: Vec<(&str, PathBuf, &str)> = Vec::new();
    for new in waiting {
        let Waiting {
            name,
            before,
            path,
            text,
        } = new;
        if let Err(error) = text.persist(&path) {
            let left = replaced.iter().filter(|(_, path, before)| {
                let restored = fs::write(path, before);
                restored.is_err()
            });
            let left: Vec<&str> = left.map(|(name, ..)| *name).collect();
            let rest = if left.is_empty() {
                "nothing was written".to_owned()
            } else {
                format!("written, and not restored: {}", left.join(", "))
            };
            let message = format!("{name}: cannot be written: {}; {rest}", error.error);
            return Err(Failure::new(message));
        }
        replaced.push((name, path, before));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;

    const BEFORE: &str = "class C { }";
    const AFTER: &str = "class D { }";

    /// A folder with two files.
    fn two_files() -> (tempfile::TempDir, [PathBuf; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.idf", "b.idf"].map(|name| folder.path().join(name));
        paths
            .iter()
            .for_each(|path| fs::write(path, BEFORE).unwrap());
        (folder, paths)
    }

    fn replacements(paths: &[PathBuf; 2]) -> [Replacement<'_>; 2] {
        paths.each_ref().map(|path| Replacement {
            name: path.to_str().unwrap(),
            before: BEFORE,
            after: AFTER,
        })
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_file_that_changed_since_leaves_all_alone() {
        let (folder, paths) = two_files();
        fs::write(&paths[1], "class E { }").unwrap();
        let error = replace(&replacements(&paths)).unwrap_err().to_string();
        assert!(
            error.contains("b.idf: changed since it was verified; nothing"),
            "{error}"
        );
        assert_eq!(
            paths.each_ref().map(|path| text(path)),
            [BEFORE, "class E { }"]
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_restores_those_before_it() {
        let (folder, paths) = two_files();
        let files = replacements(&paths);
        let waiting: Vec<_> = files.iter().map(|file| wait(*file).unwrap()).collect();
        // No file replaces a folder.
        fs::remove_file(&paths[1]).unwrap();
        fs::create_dir(&paths[1]).unwrap();
        let error = finish(waiting).unwrap_err().to_string();
        assert!(error.contains("b.idf: cannot be written"), "{error}");
        assert!(error.ends_with("nothing was written"), "{error}");
        assert_eq!(text(&paths[0]), BEFORE);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (folder, [file, link]) = two_files();
        fs::remove_file(&link).unwrap();
        symlink(&file, &link).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let one = Replacement {
            name: link.to_str().unwrap(),
            before: BEFORE,
            after: AFTER,
        };
        replace(&[one]).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(text(&file), AFTER);
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        drop(folder);
    }
}
