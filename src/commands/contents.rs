//! The programs that the trees of a git repository have, with those of submodules as far as their own
//! repositories are there.

use super::checkout::is_root;
use super::revision::{FileText, NoText, cannot_read, text_of};
use super::{Failure, files};
use gix::ObjectId;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// A submodule of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submodule {
    /// The commit that it is at, if that is known.
    pub commit: Option<ObjectId>,
    /// Whether its files are read.
    pub is_read: bool,
}

/// Submodules by their paths.
pub type Submodules = BTreeMap<PathBuf, Submodule>;

/// What a place has at a path, by paths relative to that.
#[derive(Debug, Default)]
pub struct Contents {
    /// The programs.
    pub files: Vec<FileText>,
    /// The submodules. One in which the whole path is has the empty path.
    pub submodules: Submodules,
}

impl Contents {
    /// Adds what is at a path.
    pub fn extend(&mut self, path: &Path, inner: Contents) {
        let below = |inner: PathBuf| {
            if inner.as_os_str().is_empty() {
                path.to_owned()
            } else {
                path.join(inner)
            }
        };
        let files = inner.files.into_iter();
        self.files
            .extend(files.map(|(file, text)| (below(file), text)));
        let submodules = inner.submodules.into_iter();
        self.submodules
            .extend(submodules.map(|(path, submodule)| (below(path), submodule)));
    }
}

/// The walk through the trees of a repository.
pub struct Walk<'w> {
    /// The repository, without those of submodules.
    repository: &'w gix::Repository,
    /// What the files are said to be of.
    revision: &'w str,
    /// The path from the root of the repository that is looked at.
    inside: PathBuf,
    no_text: NoText,
    found: Contents,
}

impl<'w> Walk<'w> {
    /// A walk that looks at a path of a repository.
    pub fn new(
        repository: &'w gix::Repository,
        revision: &'w str,
        inside: PathBuf,
        no_text: NoText,
    ) -> Walk<'w> {
        Walk {
            repository,
            revision,
            inside,
            no_text,
            found: Contents::default(),
        }
    }

    /// What was found.
    pub fn into_contents(self) -> Contents {
        self.found
    }

    /// Adds what a tree has, which stands at this path from the root of the repository.
    ///
    /// # Errors
    /// If an object cannot be read.
    pub fn tree(&mut self, root: &gix::Tree<'_>, around: &Path) -> Result<(), Failure> {
        let revision = self.revision;
        let unknown = |error: &dyn std::fmt::Display| cannot_read(revision, error);
        let files = root.traverse().breadthfirst.files();
        for entry in files.map_err(|error| unknown(&error))? {
            let path = gix::path::from_bstr(&entry.filepath).map_err(|error| unknown(&error))?;
            let full = around.join(path.as_ref());
            if entry.mode.is_commit() {
                self.submodule(&full, entry.oid)?;
                continue;
            }
            let Ok(relative) = full.strip_prefix(&self.inside) else {
                continue;
            };
            if !files::is_program(&full) {
                continue;
            }
            // Links are read as on disk, unless they lead out of the revision.
            let oid = if entry.mode.is_link() {
                match linked_file(root, &path) {
                    Some(oid) => oid,
                    None => continue,
                }
            } else {
                entry.oid
            };
            let blob = root.repo.find_object(oid).map_err(|e| unknown(&e))?;
            match (text_of(&full, revision, blob.data.clone()), self.no_text) {
                (Ok(text), _) => self.found.files.push((relative.to_owned(), text)),
                (Err(_), NoText::LeftOut) => {}
                (Err(failure), NoText::Refused) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Adds what a submodule has at a commit, if that is in its own repository.
    ///
    /// # Errors
    /// If an object of the commit cannot be read.
    pub fn submodule(&mut self, path: &Path, commit: ObjectId) -> Result<(), Failure> {
        let relative = match path.strip_prefix(&self.inside) {
            Ok(relative) => relative.to_owned(),
            Err(_) if self.inside.starts_with(path) => PathBuf::new(),
            Err(_) => return Ok(()),
        };
        let repository = self
            .repositories(path)
            .into_iter()
            .find(|found| tree_of(found, commit).is_some());
        let tree = repository
            .as_ref()
            .and_then(|repository| tree_of(repository, commit));
        let submodule = Submodule {
            commit: Some(commit),
            is_read: tree.is_some(),
        };
        self.found.submodules.insert(relative, submodule);
        tree.map_or(Ok(()), |tree| self.tree(&tree, path))
    }

    /// The repositories that a submodule at this path may have: where it is checked out, or was.
    /// Objects are named by what they are, so that it does not matter which one has them.
    fn repositories(&self, path: &Path) -> Vec<gix::Repository> {
        let here = self.repository.workdir().map(|root| root.join(path));
        // What a change brings has no `.git` in it.
        let here = here.filter(|folder| is_root(folder));
        let kept = self.repository.common_dir().join("modules").join(path);
        let folders = here.into_iter().chain([kept]);
        folders
            .filter_map(|folder| gix::open(folder).ok())
            .collect()
    }
}

fn tree_of(repository: &gix::Repository, commit: ObjectId) -> Option<gix::Tree<'_>> {
    let object = repository.find_object(commit).ok()?;
    object.peel_to_tree().ok()
}

/// The file that a link of a revision leads to, if that is in the revision.
fn linked_file(root: &gix::Tree<'_>, path: &Path) -> Option<ObjectId> {
    let entry = root.lookup_entry_by_path(followed(root, path)?).ok()??;
    entry.mode().is_blob().then(|| entry.object_id())
}

/// A path of a revision with the links on the way followed, the last one too; `None` if it leads out of
/// the revision.
pub fn followed(root: &gix::Tree<'_>, path: &Path) -> Option<PathBuf> {
    /// The links that are followed one after another.
    const MOST: usize = 8;
    let parts = |path: &Path| -> Vec<PathBuf> {
        let parts = path.components().rev();
        parts.map(|part| PathBuf::from(part.as_os_str())).collect()
    };
    let mut links = 0;
    let mut rest = parts(path);
    let mut found = PathBuf::new();
    while let Some(part) = rest.pop() {
        match part.components().next() {
            None | Some(Component::CurDir) => continue,
            Some(Component::ParentDir) => {
                if !found.pop() {
                    return None;
                }
                continue;
            }
            Some(Component::Normal(name)) => found.push(name),
            Some(Component::RootDir | Component::Prefix(_)) => return None,
        }
        let entry = root.lookup_entry_by_path(&found).ok().flatten();
        let Some(link) = entry.filter(|entry| entry.mode().is_link()) else {
            continue;
        };
        links += 1;
        if links > MOST {
            return None;
        }
        let blob = link.object().ok()?;
        let target = gix::path::from_bstr(gix::bstr::BStr::new(&blob.data)).ok()?;
        found.pop();
        rest.extend(parts(&target));
    }
    Some(found)
}
