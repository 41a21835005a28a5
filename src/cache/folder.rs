//! The folder of a cache on disk: what is believed of it, and how its files are read and replaced.
//!
//! Results are believed, and expired files are removed. So a folder is used only if veriframe made
//! it, which a tag says, or if it holds nothing but files of a cache. Links are not followed, and
//! nothing but regular files of a bounded size is read.

use super::{pack, slot};
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;

/// The file that says that veriframe made the folder. Backups know it, too.
pub(super) const TAG: &str = "CACHEDIR.TAG";

/// The contents of the tag. The first line is that of the convention for such files.
const TAG_TEXT: &str = "\
Signature: 8a477f597d28d172789f06886806bc55
# This folder was made by veriframe: a proof cache.
# Its files may be removed at any time.
";

/// How the names of temporary files begin and end.
pub(super) const TEMPORARY: [&str; 2] = [".veriframe-", ".tmp"];

/// The file whose modification time is that of the last sweep.
pub(super) const SWEPT: &str = "swept";

/// The file with a note on the solver, which is no result.
pub(super) const NOTE: &str = "solver";

/// The largest file that is read, in bytes.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// What a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderState {
    /// There is none.
    Missing,
    /// It is empty.
    Empty,
    /// It has the tag.
    Tagged,
    /// It holds files of a cache alone, without the tag.
    Untagged,
    /// It holds something else, without the tag.
    Foreign,
    /// It is a link.
    Link,
    /// It is no folder.
    File,
}

impl FolderState {
    /// What is there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(folder: &Path) -> io::Result<FolderState> {
        // With a separator at its end, a path names what a link points to.
        let folder: &Path = &folder.components().collect::<std::path::PathBuf>();
        let data = match fs::symlink_metadata(folder) {
            Ok(data) => data,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(FolderState::Missing);
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Ok(FolderState::File);
            }
            Err(error) => return Err(error),
        };
        if data.is_symlink() {
            return Ok(FolderState::Link);
        }
        if !data.is_dir() {
            return Ok(FolderState::File);
        }
        if is_tag(folder) {
            return Ok(FolderState::Tagged);
        }
        let mut state = FolderState::Empty;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.ends_with(TAG) && is_tag(folder) {
                // Another process has just made it.
                return Ok(FolderState::Tagged);
            }
            state = if is_own(&path) {
                FolderState::Untagged
            } else {
                return Ok(FolderState::Foreign);
            };
        }
        Ok(state)
    }

    /// Why such a folder is not used; `None` if it is.
    #[must_use]
    pub fn refusal(self) -> Option<&'static str> {
        match self {
            FolderState::Link => {
                Some("it is a link, which is not followed: name the folder itself")
            }
            FolderState::Foreign => Some(
                "it holds files that are not those of a proof cache: name an empty folder, or one \
                 that does not exist",
            ),
            FolderState::Missing
            | FolderState::Empty
            | FolderState::Tagged
            | FolderState::Untagged
            | FolderState::File => None,
        }
    }
}

fn is_tag(folder: &Path) -> bool {
    read(&folder.join(TAG)).is_ok_and(|tag| tag == TAG_TEXT.as_bytes())
}

/// Creates the folder and its tag.
pub(super) fn make(folder: &Path) -> io::Result<()> {
    let state = FolderState::of(folder)?;
    if let Some(why) = state.refusal() {
        return Err(io::Error::other(why));
    }
    if state == FolderState::Tagged {
        return Ok(());
    }
    super::make_folder(folder)?;
    replace(folder, TAG, TAG_TEXT.as_bytes())
}

/// Replaces a file of the folder, by renaming a temporary one: a link in its place is replaced, and
/// not what it points to.
pub(super) fn replace(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let [prefix, suffix] = TEMPORARY;
    let mut temporary = tempfile::Builder::new()
        .prefix(prefix)
        .suffix(suffix)
        .tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.persist(folder.join(name))?;
    Ok(())
}

/// The contents of a regular file that is no link. Anything else is an error, without an attempt to
/// read it: a pipe would not end.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file)
        .take(LARGEST_FILE)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open(path: &Path) -> io::Result<File> {
    let named = fs::symlink_metadata(path)?;
    if !named.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if named.len() > LARGEST_FILE {
        return Err(io::Error::other("it is too large for a file of the cache"));
    }
    let file = File::open(path)?;
    if is_same(&named, &file.metadata()?) {
        Ok(file)
    } else {
        Err(io::Error::other("it was replaced while it was opened"))
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, other: &Metadata) -> bool {
    other.is_file()
}

/// Whether a cache wrote this file: the name is one of its names, it is a regular file, and its
/// contents begin as those of its kind.
pub(super) fn is_own(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(name) = name else {
        return false;
    };
    let is_regular = |largest: u64| {
        let data = fs::symlink_metadata(path);
        data.is_ok_and(|data| data.is_file() && data.len() <= largest)
    };
    let [prefix, suffix] = TEMPORARY;
    if name == SWEPT {
        return is_regular(0);
    }
    if name == NOTE
        || name
            .strip_prefix(prefix)
            .is_some_and(|n| n.ends_with(suffix))
    {
        return is_regular(LARGEST_FILE);
    }
    let Some((stem, extension)) = name.split_once('.') else {
        return false;
    };
    let is_hash = stem.len() == 32 && stem.bytes().all(|b| b.is_ascii_hexdigit());
    let is_known = [pack::EXTENSION, slot::EXTENSION].contains(&extension);
    is_hash && is_known && begins_with_header(path)
}

fn begins_with_header(path: &Path) -> bool {
    let mut start = Vec::new();
    let read =
        open(path).and_then(|file| file.take(pack::MAGIC.len() as u64).read_to_end(&mut start));
    read.is_ok() && start.starts_with(pack::HEADER)
}
