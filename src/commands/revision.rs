//! The programs of a folder or file, and those that a git revision has in the same place.

use super::checkout::{Checkout, Tracked, is_root, resolved, root_around, unopened};
use super::files::Excluded;
use super::git_attributes::Conversions;
use super::revision_contents::{self, Contents, Followed, Mount, Mounts, Walk};
use super::{Failure, bounds, files, revision_name};
use std::fs;
use std::path::{Component, Path, PathBuf};
use veriframe::visible;
use veriframe::{Notation, Workspace};

/// Where programs are taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramSource {
    /// A folder or file that exists.
    Path(PathBuf),
    /// Anything else: a git revision, such as `main`, `v1.2` or `HEAD~3`.
    Revision(String),
}

impl ProgramSource {
    /// The place that an argument names: a revision of the repository that `at` is in, or a path; and
    /// what to say if it may be both. A change can bring a folder with the name of a revision, so that
    /// the revision is meant then.
    ///
    /// # Errors
    /// If the repository cannot be read.
    pub fn of(argument: &str, at: &Path) -> Result<(ProgramSource, Option<Failure>), Failure> {
        let path = PathBuf::from(argument);
        let revision = ProgramSource::Revision(argument.to_owned());
        if !path.exists() {
            return Ok((revision, None));
        }
        let is_dots = [".", ".."].contains(&argument);
        let begins_as_path = ["./", "../"]
            .iter()
            .any(|start| argument.starts_with(start));
        if is_dots || begins_as_path || path.is_absolute() {
            return Ok((ProgramSource::Path(path), None));
        }
        let repository = match repository(at) {
            Ok(repository) => repository,
            // What is not in a repository has no revisions.
            Err(_) if !is_in_checkout(at) => return Ok((ProgramSource::Path(path), None)),
            Err(error) => return Err(cannot_read(argument, &error)),
        };
        // Further objects can make an abbreviation ambiguous.
        let is_abbreviation =
            argument.len() >= 4 && argument.bytes().all(|b| b.is_ascii_hexdigit());
        // Nor may a name that cannot be resolved be taken for the path.
        if !is_abbreviation
            && tree(&repository, argument).is_err()
            && !revision_name::is_reference(&repository, argument)
        {
            return Ok((ProgramSource::Path(path), None));
        }
        // In a repository without a working tree, files of this name are those of git.
        if repository.workdir().is_none() {
            return Ok((revision, None));
        }
        let both = Failure::new(format!(
            "`{argument}` may be a revision and a path here: write `./{argument}` for the path, and \
             another name of the revision, such as `{argument}^{{commit}}` or that of its commit"
        ));
        Ok((revision, Some(both)))
    }
}

/// A file of a place: its path relative to the place, and its text.
pub type FileText = (PathBuf, String);

/// What becomes of a file of a revision that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoText {
    /// Nothing is compared.
    Refused,
    /// There is nothing to compare its newer text with.
    LeftOut,
}

/// Adds the programs of a place to a workspace, in the order of their paths. `at` is the path to
/// which they belong in the other place, if that is one on disk: a revision has them there, and the
/// names of the files begin with it, so that those of both places correspond. Returns the submodules
/// and lost links, named alike.
///
/// # Errors
/// If the place or a file cannot be read, or if there is no program in it.
pub fn read(
    place: &ProgramSource,
    at: &Path,
    exclude: &[(PathBuf, Vec<String>)],
    no_text: NoText,
    workspace: &mut Workspace,
) -> Result<Mounts, Failure> {
    let excluded = Excluded::new(exclude)?;
    let mut found = match place {
        ProgramSource::Path(path) => on_disk(path, exclude)?,
        ProgramSource::Revision(revision) => in_revision(revision, at, at, no_text)?,
    };
    found.files.retain(|(path, _)| match place {
        // A file that is named itself is not left out, and the others are left out already.
        ProgramSource::Path(_) => true,
        ProgramSource::Revision(_) => path.as_os_str().is_empty() || !excluded.has(&at.join(path)),
    });
    found.files.sort();
    for (path, text) in found.files {
        let name = named(at, path);
        workspace.set(name.display().to_string(), text);
    }
    let mounts = found.mounts.into_iter();
    let mounts = mounts.map(|(path, mount)| (named(at, path), mount));
    Ok(mounts
        .filter(|(path, _)| !excluded.has(&path.join("x")))
        .collect())
}

/// The name of what is at a path of a place, which is this path in the working tree.
fn named(at: &Path, path: PathBuf) -> PathBuf {
    match path.as_os_str().is_empty() {
        true => at.to_owned(),
        false if at == Path::new(".") => path,
        false => at.join(path),
    }
}

/// Adds the library specifications that a place has in these folders of the working tree. Returns the
/// submodules with some.
///
/// `at` is the path of the place in the working tree. What is not in the same repository, and a folder in
/// which git tracks nothing, is no part of a change, and is taken from the disk.
///
/// # Errors
/// If a folder or a file cannot be read.
pub fn read_specs(
    place: &ProgramSource,
    at: &Path,
    folders: &[PathBuf],
    are_used: bool,
    workspace: &mut Workspace,
) -> Result<Mounts, Failure> {
    let mut mounts = Mounts::new();
    if !are_used && !workspace.has_java() {
        return Ok(mounts);
    }
    for folder in folders {
        let older = match place {
            ProgramSource::Revision(revision) => specs_in_revision(revision, at, folder)?,
            ProgramSource::Path(_) => None,
        };
        let found = match older {
            Some(found) => found,
            None => {
                files::add_specs(std::slice::from_ref(folder), are_used, workspace)?;
                submodules_on_disk(folder)?
            }
        };
        let mut files = found.files;
        files.sort();
        for (path, text) in files {
            let name = folder.join(path).display().to_string();
            if Notation::of(&name) == Notation::Java {
                workspace.set_library(name, text);
            }
        }
        let found = found.mounts.into_iter();
        mounts.extend(found.map(|(path, found)| (named(folder, path), found)));
    }
    Ok(mounts)
}

/// What a revision has in a folder of the working tree; `None` if the folder is not in the same repository,
/// or neither the revision nor the index has something there.
fn specs_in_revision(
    revision: &str,
    at: &Path,
    folder: &Path,
) -> Result<Option<Contents>, Failure> {
    let repository = repository(at).map_err(|error| cannot_read(revision, &error))?;
    if inside(&repository, folder).is_err() {
        return Ok(None);
    }
    let found = in_revision(revision, at, folder, NoText::Refused)?;
    if !found.files.is_empty() || !found.mounts.is_empty() {
        return Ok(Some(found));
    }
    let Some(root) = repository.workdir() else {
        return Ok(Some(found));
    };
    let checkout = Checkout::at(root)?;
    let mut paths = [files::absolute(folder), resolved(folder)].into_iter();
    Ok(paths.any(|path| checkout.has(&path)).then_some(found))
}

/// The file of this name in the folder of a place, or in the next one above it that has one: its
/// path, and its text. `at` is the path of the place in the working tree.
///
/// # Errors
/// If the revision or the file cannot be read.
pub fn above(place: &ProgramSource, at: &Path, name: &str) -> Result<Option<FileText>, Failure> {
    match place {
        ProgramSource::Path(path) => {
            let start = files::absolute(path);
            let mut files = start.ancestors().map(|folder| folder.join(name));
            let file = files.find(|file| file.is_file());
            file.map(|file| Ok((shown(&file), bounds::read_found(&file)?)))
                .transpose()
        }
        ProgramSource::Revision(revision) => above_in_revision(revision, at, name),
    }
}

/// A file of the working tree as a place has it. Another folder has the one of this name in it or above.
///
/// # Errors
/// If it cannot be read.
pub fn same(place: &ProgramSource, file: &Path) -> Result<Option<FileText>, Failure> {
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::new(format!("{}: not a file", visible::path(file))))?;
    match place {
        ProgramSource::Revision(revision) => {
            let folder = file.parent().filter(|path| !path.as_os_str().is_empty());
            above_in_revision(revision, folder.unwrap_or(Path::new(".")), name)
        }
        ProgramSource::Path(_) if file.is_file() => Ok(Some((file.to_owned(), files::read(file)?))),
        ProgramSource::Path(_) => Err(Failure::new(format!(
            "{}: no such file",
            visible::path(file)
        ))),
    }
}

/// Whether a revision has this project file with the same text; without one, whether it has none of
/// this name for the current folder.
///
/// # Errors
/// If the revision or the file cannot be read.
pub fn has_same_file(
    place: &ProgramSource,
    file: Option<&Path>,
    name: &str,
) -> Result<bool, Failure> {
    match file {
        None => Ok(above(place, Path::new("."), name)?.is_none()),
        Some(file) => {
            let now = files::read(file)?;
            Ok(same(place, file)?.is_some_and(|(_, before)| before == now))
        }
    }
}

/// The path of a file as it is shown: from the current folder, if it is below that.
fn shown(file: &Path) -> PathBuf {
    let here = files::absolute(Path::new("."));
    file.strip_prefix(here).unwrap_or(file).to_owned()
}

fn above_in_revision(revision: &str, at: &Path, name: &str) -> Result<Option<FileText>, Failure> {
    let unknown = |error: &dyn std::fmt::Display| cannot_read(revision, error);
    let repository = repository(at).map_err(|error| unknown(&error))?;
    let inside = inside(&repository, at).map_err(|error| unknown(&error))?;
    let root = tree(&repository, revision)?;
    for folder in inside.ancestors() {
        let path = folder.join(name);
        let found = root.lookup_entry_by_path(&path);
        let Some(entry) = found.map_err(|error| unknown(&error))? else {
            continue;
        };
        let (place, entry) = if entry.mode().is_link() {
            linked(revision, &repository, &root, &path)?
        } else {
            (path.clone(), entry)
        };
        if !entry.mode().is_blob() {
            continue;
        }
        if Conversions::around(&root, &place).has(&place) {
            let path = visible::path(&path);
            let revision = visible::on_one_line(revision);
            return Err(Failure::new(format!(
                "{path} in `{revision}`: git changes its text when it is checked out, so that it is not \
                 known what it said; take the attribute in `.gitattributes` away"
            )));
        }
        let blob = entry.object().map_err(|error| unknown(&error))?;
        let text = text_of(&path, revision, blob.data.clone())?;
        let file = match repository.workdir() {
            Some(root) => shown(&files::absolute(root).join(&path)),
            None => path,
        };
        return Ok(Some((file, text)));
    }
    Ok(None)
}

/// The file that a link in the place of one leads to.
///
/// # Errors
/// If the revision has no such file.
fn linked<'r>(
    revision: &str,
    repository: &gix::Repository,
    root: &gix::Tree<'r>,
    link: &Path,
) -> Result<(PathBuf, gix::object::tree::Entry<'r>), Failure> {
    let followed = match revision_contents::followed(root, repository.workdir(), link) {
        Followed::Path(path, _) => Some(path),
        Followed::Out | Followed::Lost => None,
    };
    let entry = followed.and_then(|path| {
        let entry = root.lookup_entry_by_path(&path).ok()??;
        Some((path, entry))
    });
    entry.ok_or_else(|| {
        let link = visible::path(link);
        let revision = visible::on_one_line(revision);
        Failure::new(format!(
            "{link} in `{revision}`: it is a link to something that the revision does not have; replace it \
             by a file"
        ))
    })
}

/// What to say of a revision that cannot be read.
pub(super) fn cannot_read(revision: &str, error: &dyn std::fmt::Display) -> Failure {
    let [revision, error] =
        [revision, &error.to_string()].map(|text| visible::on_one_line(text).into_owned());
    Failure::new(format!(
        "`{revision}` is neither a file or folder nor a revision that can be read: {error}"
    ))
}

/// The files of a revision.
fn tree<'r>(repository: &'r gix::Repository, revision: &str) -> Result<gix::Tree<'r>, Failure> {
    let unknown = |error: &dyn std::fmt::Display| cannot_read(revision, error);
    let id = revision_name::object(repository, revision)?;
    let object = id.object().map_err(|error| unknown(&error))?;
    object.peel_to_tree().map_err(|error| unknown(&error))
}

/// The text of a file of a revision.
///
/// # Errors
/// If it is no text.
pub(super) fn text_of(path: &Path, revision: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|_| {
        let path = visible::path(path);
        Failure::new(format!("{path} in `{revision}`: not UTF-8 text"))
    })
}

fn on_disk(root: &Path, exclude: &[(PathBuf, Vec<String>)]) -> Result<Contents, Failure> {
    let excluded = Excluded::new(exclude)?;
    let mut found = submodules_on_disk(root)?;
    found
        .files
        .retain(|(path, _)| !excluded.has(&root.join(path)));
    for file in files::find_and_tell(root, exclude)? {
        let text = files::read(&file)?;
        let path = file.strip_prefix(root).unwrap_or(&file).to_owned();
        found.files.push((path, text));
    }
    Ok(found)
}

/// The submodules below a folder of a working tree, and the programs of those that are not checked out.
fn submodules_on_disk(root: &Path) -> Result<Contents, Failure> {
    let mut found = Contents::default();
    let Ok(Some(checkout)) = Checkout::around(&root.join("x")) else {
        return Ok(found);
    };
    if root.join(".git").exists() {
        let own = Mount::Submodule {
            commit: checkout.head(),
            is_read: true,
        };
        found.mounts.insert(PathBuf::new(), own);
    }
    for (path, kind) in checkout.below(&resolved(root)) {
        let Tracked::Submodule(recorded) = kind else {
            continue;
        };
        let folder = root.join(path);
        if !is_filled(&folder) {
            let repository = checkout.repository()?;
            let inside = inside(&repository, &folder).map_err(Failure::new)?;
            let mut walk = Walk::new(&repository, "HEAD", inside.clone(), NoText::LeftOut);
            walk.submodule(&inside, recorded)?;
            found.extend(path, walk.into_contents());
        } else if folder.join(".git").exists() {
            found.extend(path, submodules_on_disk(&folder)?);
        } else {
            let unknown = Mount::Submodule {
                commit: None,
                is_read: true,
            };
            found.mounts.insert(path.to_owned(), unknown);
        }
    }
    Ok(found)
}

/// Whether a folder has something in it.
fn is_filled(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// The programs that a revision has at a path of the working tree, as [`on_disk`] finds them: all that
/// are tracked.
/// The repository is that of the place at `around`.
fn in_revision(
    revision: &str,
    around: &Path,
    at: &Path,
    no_text: NoText,
) -> Result<Contents, Failure> {
    let unknown = |error: &dyn std::fmt::Display| cannot_read(revision, error);
    let repository = repository(around).map_err(|error| unknown(&error))?;
    let inside = inside(&repository, at).map_err(|error| unknown(&error))?;
    let root = tree(&repository, revision)?;
    let (inside, is_linked) =
        match revision_contents::followed(&root, repository.workdir(), &inside) {
            Followed::Path(inside, is_linked) => (inside, is_linked),
            Followed::Out => return Ok(Contents::default()),
            Followed::Lost => return Ok(lost()),
        };
    let is_there = |path: &Path| matches!(root.lookup_entry_by_path(path), Ok(Some(_)));
    if is_linked && !inside.ancestors().any(is_there) {
        return Ok(lost());
    }
    let mut walk = Walk::new(&repository, revision, inside, no_text);
    walk.tree(&root, Path::new(""))?;
    Ok(walk.into_contents())
}

/// The contents of a path that is a lost link.
fn lost() -> Contents {
    Contents {
        mounts: Mounts::from([(PathBuf::new(), Mount::LostLink)]),
        ..Contents::default()
    }
}

/// A path that need not exist any more is in the folder that does.
fn folder_of(at: &Path) -> PathBuf {
    existing(at).0
}

/// The folder of a path that exists, and the rest of the path.
fn existing(at: &Path) -> (PathBuf, &Path) {
    let mut folders = at.ancestors();
    let folder = folders.find(|path| !path.as_os_str().is_empty() && path.is_dir());
    match folder.and_then(|folder| Some((folder, at.strip_prefix(folder).ok()?))) {
        Some((folder, rest)) => (folder.to_owned(), rest),
        None => (PathBuf::from("."), at),
    }
}

/// The repository that a path of the working tree is in: that of the current folder, if the path is in
/// it. A submodule, which a change may bring, has other revisions under the same names.
fn repository(at: &Path) -> Result<gix::Repository, String> {
    refuse_tracked_repository(Path::new("."))?;
    if let Ok(here) = gix::discover(".")
        && inside(&here, at).is_ok()
    {
        return Ok(here);
    }
    let folder = folder_of(at);
    refuse_tracked_repository(&folder)?;
    gix::discover(folder).map_err(|error| unopened(&error))
}

/// Refuses a folder with the files of a repository without a working tree that another one tracks: a
/// change can bring it, with revisions of its own under the names of those that are meant. Nothing
/// named `.git` can be tracked.
fn refuse_tracked_repository(at: &Path) -> Result<(), String> {
    let at = resolved(at);
    for folder in at.ancestors().take_while(|folder| !is_root(folder)) {
        if gix::discover::is_git(folder).is_err() {
            continue;
        }
        let around = Checkout::around(folder).map_err(|error| error.to_string())?;
        if around.is_some_and(|checkout| checkout.has(folder)) {
            return Err(format!(
                "the folder {} is a git repository of its own, which a change can bring, because the \
                 repository around it tracks its files; remove those of git",
                visible::path(folder)
            ));
        }
    }
    Ok(())
}

/// Whether a folder around a path has a repository, whether that can be read or not.
fn is_in_checkout(at: &Path) -> bool {
    root_around(&resolved(at)).is_some()
}

/// The path relative to the root of the repository's working tree. Links in the working tree are not
/// followed: a revision may have something else in their place.
fn inside(repository: &gix::Repository, at: &Path) -> Result<PathBuf, String> {
    let outside = || format!("`{}` is not in the repository", visible::path(at));
    let Some(root) = repository.workdir() else {
        let parts = at.components().filter(|part| *part != Component::CurDir);
        let parts: Vec<Component<'_>> = parts.collect();
        let is_inside = parts
            .iter()
            .all(|part| matches!(part, Component::Normal(_)));
        return is_inside
            .then(|| parts.iter().collect())
            .ok_or_else(outside);
    };
    let root = fs::canonicalize(root).map_err(|error| error.to_string())?;
    let path = files::absolute(at);
    let mut folders: Vec<&Path> = path.ancestors().collect();
    folders.reverse();
    for folder in folders {
        if fs::canonicalize(folder).is_ok_and(|found| found == root) {
            let rest = path.strip_prefix(folder).map(Path::to_owned);
            return rest.map_err(|_| outside());
        }
    }
    let (folder, rest) = existing(at);
    let folder = fs::canonicalize(folder).map_err(|error| error.to_string())?;
    let path = files::absolute(&folder.join(rest));
    let path = path.strip_prefix(&root).map(Path::to_owned);
    path.map_err(|_| outside())
}
