//! The programs that the trees of a git repository have, with those of submodules as far as their own
//! repositories are there.

use super::checkout::{is_of_git, is_root, resolved};
use super::git_attributes::Conversions;
use super::revision::{FileText, NoText, cannot_read, text_of};
use super::{Failure, files};
use gix::ObjectId;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// What a place has at a path instead of files of its repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mount {
    /// A submodule.
    Submodule {
        /// The commit that it is at, if that is known.
        commit: Option<ObjectId>,
        /// Whether its files are read.
        is_read: bool,
    },
    /// A link in the place of a program, or on the way to them, that leads to nothing that the revision
    /// has.
    LostLink,
    /// A program whose text git changes when it is checked out.
    Converted,
}

impl Mount {
    /// Whether what is there is read.
    pub fn is_read(self) -> bool {
        match self {
            Mount::Submodule { is_read, .. } => is_read,
            Mount::LostLink | Mount::Converted => false,
        }
    }
}

/// Submodules, lost links and converted programs by their paths.
pub type Mounts = BTreeMap<PathBuf, Mount>;

/// What a place has at a path, by paths relative to that.
#[derive(Debug, Default)]
pub struct Contents {
    /// The programs.
    pub files: Vec<FileText>,
    /// What is no file of the repository. A submodule in which the whole path is has the empty path.
    pub mounts: Mounts,
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
        let mounts = inner.mounts.into_iter();
        self.mounts
            .extend(mounts.map(|(path, mount)| (below(path), mount)));
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
        let files = files.map_err(|error| unknown(&error))?;
        let conversions = Conversions::of_files(root, &files);
        for entry in files {
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
            if !entry.mode.is_link() && conversions.has(&path) {
                self.found
                    .mounts
                    .insert(relative.to_owned(), Mount::Converted);
                continue;
            }
            // Links are read as on disk, where those that lead out are left out.
            let bytes = if entry.mode.is_link() {
                match self.linked_file(root, around, &path) {
                    Linked::File(bytes) => bytes,
                    Linked::Out => continue,
                    Linked::Lost => {
                        self.found
                            .mounts
                            .insert(relative.to_owned(), Mount::LostLink);
                        continue;
                    }
                }
            } else {
                let blob = root.repo.find_object(entry.oid);
                blob.map_err(|e| unknown(&e))?.data.clone()
            };
            match (text_of(&full, revision, bytes), self.no_text) {
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
        let submodule = Mount::Submodule {
            commit: Some(commit),
            is_read: tree.is_some(),
        };
        self.found.mounts.insert(relative, submodule);
        tree.map_or(Ok(()), |tree| self.tree(&tree, path))
    }

    /// What a link leads to, in a tree that stands at a path of the repository.
    fn linked_file(&self, root: &gix::Tree<'_>, around: &Path, path: &Path) -> Linked {
        let workdir = self.repository.workdir().map(|root| root.join(around));
        let is_outermost = around.as_os_str().is_empty();
        let full = match followed(root, workdir.as_deref(), path) {
            Followed::Path(place, _) if is_of_git(&place) => return Linked::Out,
            Followed::Path(place, _) => place,
            Followed::Out if is_outermost => return Linked::Out,
            // What leads out of a submodule may be in the repository around it.
            Followed::Out | Followed::Lost => return Linked::Lost,
        };
        for place in full.ancestors() {
            let Ok(Some(entry)) = root.lookup_entry_by_path(place) else {
                continue;
            };
            let rest = full.strip_prefix(place).unwrap_or(place);
            if entry.mode().is_commit() && is_outermost {
                let repositories = self.repositories(place);
                let mut trees = repositories
                    .iter()
                    .filter_map(|repository| tree_of(repository, entry.object_id()));
                let inner = trees.next();
                return inner.map_or(Linked::Lost, |tree| self.linked_file(&tree, place, rest));
            }
            return match entry.object() {
                Ok(blob)
                    if entry.mode().is_blob()
                        && place == full
                        && !Conversions::around(root, place).has(place) =>
                {
                    Linked::File(blob.data.clone())
                }
                Ok(_) | Err(_) => Linked::Lost,
            };
        }
        Linked::Lost
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

/// What a link in the place of a program leads to.
enum Linked {
    /// A file with these bytes.
    File(Vec<u8>),
    /// Something out of the repository, which is not read on disk either.
    Out,
    /// Nothing that the revision has.
    Lost,
}

/// Where a path of a revision leads.
pub enum Followed {
    /// To this path, on which there is no link; the flag says whether there was one.
    Path(PathBuf, bool),
    /// Out of the repository.
    Out,
    /// In a circle, or to what cannot be read.
    Lost,
}

/// A path of a revision with the links on the way followed, the last one too. Absolute ones are those of
/// the working tree.
pub fn followed(root: &gix::Tree<'_>, workdir: Option<&Path>, path: &Path) -> Followed {
    /// The links that are followed one after another, as Linux does.
    const MOST: usize = 40;
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
                    return Followed::Out;
                }
                continue;
            }
            Some(Component::Normal(name)) => found.push(name),
            Some(Component::RootDir | Component::Prefix(_)) => return Followed::Out,
        }
        let entry = root.lookup_entry_by_path(&found).ok().flatten();
        let Some(link) = entry.filter(|entry| entry.mode().is_link()) else {
            continue;
        };
        links += 1;
        let target = link.object().ok().and_then(|blob| {
            let path = gix::path::from_bstr(gix::bstr::BStr::new(&blob.data)).ok()?;
            Some(path.into_owned())
        });
        let Some(target) = target.filter(|_| links <= MOST) else {
            return Followed::Lost;
        };
        found.pop();
        if target.is_absolute() {
            let Some(inside) = workdir.and_then(|root| within(root, &target)) else {
                return Followed::Out;
            };
            found.clear();
            rest.extend(parts(&inside));
        } else {
            rest.extend(parts(&target));
        }
    }
    Followed::Path(found, links > 0)
}

/// An absolute path relative to a folder, if it is in that, by its names or with the links on disk followed.
fn within(root: &Path, path: &Path) -> Option<PathBuf> {
    let roots = [files::absolute(root), resolved(root)];
    let mut roots = roots.iter();
    roots.find_map(|root| path.strip_prefix(root).ok().map(Path::to_owned))
}
