//! Checkouts of git: which files a change can bring, because git tracks them.

use super::Failure;
use super::files::absolute;
use gix::index::entry::Mode;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// What is tracked at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracked {
    /// A file.
    File,
    /// A link.
    Link,
    /// A submodule, at this commit.
    Submodule(gix::ObjectId),
}

/// A checkout.
pub struct Checkout {
    /// Its folder, without links on the way.
    root: PathBuf,
    /// What its index has, relative to the folder, in the order of paths.
    entries: Vec<(PathBuf, Tracked)>,
}

impl Checkout {
    /// The innermost checkout that a path is in, whether it exists or not.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub fn around(path: &Path) -> Result<Option<Checkout>, Failure> {
        let path = resolved(path);
        root_around(&path).map(Checkout::at).transpose()
    }

    /// The checkout of a repository.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn at(root: &Path) -> Result<Checkout, Failure> {
        // Paths are compared with this one.
        let root = &resolved(root);
        let cannot_read = |error: &dyn std::fmt::Display| {
            Failure::new(format!(
                "the git repository at {} cannot be read, so that what is tracked is unknown: \
                 {error}",
                veriframe::visible::path(root)
            ))
        };
        let repository = gix::open(root).map_err(|error| cannot_read(&unopened(&error)))?;
        let index = repository
            .index_or_empty()
            .map_err(|error| cannot_read(&error))?;
        let mut entries = Vec::new();
        for entry in index.entries() {
            let path = gix::path::from_bstr(entry.path(&index));
            let path = path.map_err(|error| cannot_read(&error))?.into_owned();
            let kind = match entry.mode {
                Mode::SYMLINK => Tracked::Link,
                Mode::COMMIT => Tracked::Submodule(entry.id),
                _ => Tracked::File,
            };
            entries.push((path, kind));
        }
        Ok(Checkout {
            root: root.to_owned(),
            entries,
        })
    }

    /// Its repository.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn repository(&self) -> Result<gix::Repository, Failure> {
        gix::open(&self.root).map_err(|error| Failure::new(unopened(&error)))
    }

    /// The commit that is checked out.
    pub fn head(&self) -> Option<gix::ObjectId> {
        let head = self.repository().ok()?.head_id().ok()?.detach();
        Some(head)
    }

    /// What is tracked at a path, below it, or above it: a link or a submodule. A file system that
    /// does not tell capitals from small letters is reckoned with.
    pub fn has(&self, path: &Path) -> bool {
        let path = match path.strip_prefix(&self.root) {
            Ok(path) => path.to_owned(),
            Err(_) => return false,
        };
        let folded = |path: &Path| PathBuf::from(path.to_string_lossy().to_lowercase());
        let path = folded(&path);
        let mut entries = self.entries.iter();
        entries.any(|(entry, _)| {
            let entry = folded(entry);
            entry.starts_with(&path) || path.starts_with(&entry)
        })
    }

    /// What is tracked below a folder, as paths relative to it.
    pub fn below<'c>(
        &'c self,
        folder: &Path,
    ) -> impl Iterator<Item = (&'c Path, Tracked)> + use<'c> {
        let inside = folder.strip_prefix(&self.root).map(Path::to_owned).ok();
        self.entries.iter().filter_map(move |(path, kind)| {
            let path = path.strip_prefix(inside.as_ref()?).ok()?;
            Some((path, *kind))
        })
    }
}

/// Whether a folder is the root of a checkout, whether its repository can be read or not.
pub fn is_root(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".git")).is_ok()
}

/// The root of the innermost checkout that a path is in, which has to be [`resolved`].
pub fn root_around(path: &Path) -> Option<&Path> {
    path.ancestors().find(|folder| is_root(folder))
}

/// Whether a path leads into what git keeps for itself.
pub fn is_of_git(path: &Path) -> bool {
    let mut parts = path.components();
    parts.any(|part| part.as_os_str().eq_ignore_ascii_case(".git"))
}

/// A path from the root, without `.`, `..` and links as far as it exists.
pub fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for ancestor in path.ancestors() {
        if let Ok(found) = fs::canonicalize(ancestor) {
            let rest = path.strip_prefix(ancestor).unwrap_or(Path::new(""));
            return absolute(&found.join(rest));
        }
    }
    absolute(&path)
}

/// Refuses a folder of results that a change could bring or replace: one that git tracks in part, that
/// is in a folder of git itself, or that is in a checkout and that veriframe did not make.
///
/// # Errors
/// If it is such a folder.
pub fn refuse_results_of_changes(folder: &Path) -> Result<(), Failure> {
    use veriframe::FolderState;
    let refuse = |why: &str| -> Result<(), Failure> {
        Err(Failure::new(format!(
            "the cache folder {}: {why}; name a folder outside of the checkout with --cache or \
             VERIFRAME_CACHE",
            veriframe::visible::path(folder)
        )))
    };
    let (named, real) = (absolute(folder), resolved(folder));
    if is_of_git(&named) || is_of_git(&real) {
        return refuse("it is in a folder of git");
    }
    // A link of the change may lead to the folder.
    if links_through(&named)? {
        return refuse("a link that git tracks leads to it");
    }
    // A submodule has an index of its own, and the one around it tracks it as a whole.
    let around = [real.as_path(), real.parent().unwrap_or(&real)];
    let mut is_inside = false;
    for path in around {
        let checkout = Checkout::around(path)?;
        is_inside |= checkout.is_some();
        if checkout.is_some_and(|checkout| checkout.has(&real)) {
            return refuse("git tracks files in it, which may be forged results");
        }
    }
    if is_inside && FolderState::of(folder).ok() == Some(FolderState::Untagged) {
        return refuse("it is in a checkout, and veriframe did not make it");
    }
    Ok(())
}

/// Whether a folder on the way to a path is a link that git tracks.
fn links_through(path: &Path) -> Result<bool, Failure> {
    for ancestor in path.ancestors() {
        let is_link = fs::symlink_metadata(ancestor).is_ok_and(|data| data.is_symlink());
        let Some((parent, name)) = ancestor.parent().zip(ancestor.file_name()) else {
            continue;
        };
        if is_link
            && let Some(checkout) = Checkout::around(parent)?
            && checkout.has(&resolved(parent).join(name))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Why a repository cannot be opened, with the causes.
pub(super) fn unopened(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |error| Error::source(*error));
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    let text = texts.join(": ");
    // The setting of git by which a repository chooses another hash.
    if text.to_lowercase().contains("objectformat") || text.contains("object format") {
        format!(
            "the repository names its objects by another hash than SHA-1, which is not supported ({text})"
        )
    } else {
        text
    }
}
