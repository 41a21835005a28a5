//! What earlier runs found, kept in a folder: bytes by key. What they mean, and
//! what makes a key, is the business of those who use it.
//!
//! The results for one program lie in one file, a *pack*: it is read at once when
//! the program comes up, and replaced as a whole when something was added. A run
//! over 500 unchanged members so opens one file and not 500. What came of a program
//! in all lies in a *place* of its own ([`Kept`]), so that a program that did not
//! change needs no more than that.
//!
//! A cache never makes a run fail: what cannot be read is not there, and what
//! cannot be written is verified again next time ([`Cache::trouble`] says why).
//! But it is believed: whoever can write into the folder decides what a verifier says.

mod pack;
mod place;

pub use pack::{Key, Pack};
pub use place::Kept;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// How long what nobody asked for is kept.
const DAYS_KEPT: u32 = 30;

/// How long a folder is not looked through for old packs.
const SWEPT_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// The file whose age says when the folder was last looked through.
const SWEPT: &str = "swept";

/// What is done with what is found in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is taken for the result.
    Use,
    /// It is only compared with the result.
    Check,
}

/// A folder with results of earlier runs.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    mode: Mode,
    trouble: Mutex<Option<String>>,
}

impl Cache {
    /// The cache in a folder, which is made when there is something to put into it.
    #[must_use]
    pub fn new(folder: PathBuf, mode: Mode) -> Cache {
        Cache {
            folder,
            mode,
            trouble: Mutex::new(None),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is done with what is found.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Why results could not be read or kept, if that is so; the first reason.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.trouble
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The results for the program in a file with this name (relative ones are
    /// those of the current folder). Damaged packs are empty.
    #[must_use]
    pub fn open(&self, program: &str) -> Pack {
        let absolute = std::path::absolute(program).unwrap_or_else(|_| PathBuf::from(program));
        let hash = blake3::hash(absolute.as_os_str().as_encoded_bytes());
        let path = self.path(&hash, "pack");
        let bytes = self.read(&path);
        Pack::read(path, bytes)
    }

    /// Keeps what was added to a pack. What other processes put there in the
    /// meantime stays; of two that write at the same time one may win.
    pub fn close(&self, pack: Pack) {
        let today = today();
        if !pack.is_changed(today) {
            return;
        }
        let path = pack.path().to_owned();
        let newest = self.read(&path);
        let bytes = pack.merged(&newest, today, DAYS_KEPT);
        self.replace(&path, &bytes);
    }

    /// The text of a note in the folder, by its file's name; nothing if there is none.
    #[must_use]
    pub fn note(&self, name: &str) -> String {
        String::from_utf8(self.read(&self.folder.join(name))).unwrap_or_default()
    }

    /// Puts a note in place.
    pub fn keep_note(&self, name: &str, text: &str) {
        self.replace(&self.folder.join(name), text.as_bytes());
    }

    /// The path of a file that a hash names.
    fn path(&self, hash: &blake3::Hash, extension: &str) -> PathBuf {
        let digits = hash.to_hex();
        let name = digits.get(..32).unwrap_or(&digits);
        self.folder.join(format!("{name}.{extension}"))
    }

    /// Puts a file in place; what cannot be written is noted.
    fn replace(&self, path: &Path, bytes: &[u8]) {
        if let Err(error) = self.write(path, bytes) {
            let folder = self.folder.display();
            self.complain(format!("results cannot be kept in {folder}: {error}"));
        }
    }

    fn complain(&self, trouble: String) {
        self.trouble
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(trouble);
    }

    fn read(&self, path: &Path) -> Vec<u8> {
        match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                // Of a folder that is a file, or in one, `close` will have to say more.
                let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
                if !absent.contains(&error.kind()) {
                    self.complain(format!("{} cannot be read: {error}", path.display()));
                }
                Vec::new()
            }
        }
    }

    /// Puts a file in place by a rename: others see the old or the new one, whole.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        make_folder(&self.folder)?;
        let temporary = tempfile::Builder::new()
            .suffix(".tmp")
            .tempfile_in(&self.folder)?;
        fs::write(temporary.path(), bytes)?;
        temporary.persist(path)?;
        // What cannot be removed today is removed another day.
        let _ = self.sweep();
        Ok(())
    }

    /// Removes, once a day, the packs of programs that nobody verifies any more,
    /// and what processes that were killed left behind.
    fn sweep(&self) -> io::Result<()> {
        let marker = self.folder.join(SWEPT);
        let is_older = |path: &Path, than: Duration| {
            let modified = fs::metadata(path).and_then(|data| data.modified());
            modified.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > than))
        };
        if marker.exists() && !is_older(&marker, SWEPT_EVERY) {
            return Ok(());
        }
        fs::write(&marker, "")?;
        let kept = SWEPT_EVERY * DAYS_KEPT;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let kinds = ["pack", place::EXTENSION, "tmp"];
            let ours = path
                .extension()
                .is_some_and(|e| kinds.iter().any(|k| e == *k));
            if ours && is_older(&path, kept) {
                // Another process may have removed it already.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
    }
}

/// Makes a folder that only its owner can read and write: what is in it is believed.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Days since 1970.
fn today() -> u32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let days = since.map_or(0, |time| time.as_secs() / (24 * 60 * 60));
    u32::try_from(days).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
