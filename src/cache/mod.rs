//! The proof cache: results of earlier runs in a folder, as bytes by key. The format of
//! results and the contents of keys are up to the callers.
//!
//! The results for one program are stored in one file, a *pack*, which is read on the
//! first lookup and rewritten as a whole when entries are added. So a run over 500
//! unchanged members reads one file instead of 500. The report on a whole program is
//! stored in a file of its own ([`Slot`]), so an unchanged program needs nothing else.
//!
//! A cache never makes a run fail: unreadable files count as missing, and after a write
//! error the members are verified again next time ([`Cache::first_error`] has the reason).
//! Entries are trusted, so whoever can write to the folder determines the verdicts. A folder that
//! holds other files, or that is a link, is not used ([`FolderState`]).
//!
//! Beside the folder, there can be a cache that several machines share ([`Shared`]).

mod folder;
mod pack;
#[cfg(feature = "remote-cache")]
pub mod remote;
#[cfg(feature = "cli")]
mod remote_url;
mod shared;
mod slot;
mod upkeep;

pub use folder::FolderState;
pub use pack::{Key, Pack};
#[cfg(feature = "cli")]
pub use remote_url::RemoteUrl;
pub use shared::Shared;
pub use slot::Slot;
pub use upkeep::CacheSize;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

/// The number of days after which unused entries expire.
const DAYS_KEPT: u32 = 30;

/// The interval between two sweeps for expired packs.
const SWEPT_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// The use of cached results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Cached results replace verification.
    Use,
    /// Cached results are compared with those of verification.
    Check,
}

/// A proof cache in a folder.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    mode: Mode,
    shared: Option<Box<dyn Shared>>,
    first_error: Mutex<Option<String>>,
    /// Why the folder is not used, once that is known.
    refused: OnceLock<Option<String>>,
}

impl Cache {
    /// A cache in a folder, which is created on the first write.
    #[must_use]
    pub fn new(folder: PathBuf, mode: Mode) -> Cache {
        Cache {
            folder,
            mode,
            shared: None,
            first_error: Mutex::new(None),
            refused: OnceLock::new(),
        }
    }

    /// The cache with one beside it that several machines share.
    #[must_use]
    pub fn beside(self, shared: Box<dyn Shared>) -> Cache {
        Cache {
            shared: Some(shared),
            ..self
        }
    }

    /// The cache beside it that several machines share.
    #[must_use]
    pub fn shared(&self) -> Option<&dyn Shared> {
        self.shared.as_deref()
    }

    /// Whether results of this run may be believed by later ones: all that they are made of is
    /// from this machine, or was made by a holder of the secret.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.shared().is_none_or(Shared::is_signed)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The use of cached results.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Ends the use of the cache by a run: what is shared is written. Returns what to warn of.
    #[must_use]
    pub fn finish(&self) -> Vec<String> {
        let shared = self.shared().map(Shared::finish);
        let errors = self.first_error().into_iter();
        errors.chain(shared.unwrap_or_default()).collect()
    }

    /// The first read or write error, if any.
    #[must_use]
    pub fn first_error(&self) -> Option<String> {
        self.first_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The pack of the program in a file with this name, resolved against the current
    /// folder. Corrupt packs are empty.
    #[must_use]
    pub fn open(&self, program: &str) -> Pack {
        let absolute = std::path::absolute(program).unwrap_or_else(|_| PathBuf::from(program));
        let hash = blake3::hash(absolute.as_os_str().as_encoded_bytes());
        let path = self.path(&hash, pack::EXTENSION);
        let bytes = self.read(&path);
        Pack::read(path, bytes)
    }

    /// Writes the new entries of a pack. Entries that other processes wrote meanwhile
    /// are merged; of two simultaneous writes, one may be lost.
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

    /// The contents of a note file in the folder; empty if there is none.
    #[must_use]
    pub fn read_note(&self, name: &str) -> String {
        String::from_utf8(self.read(&self.folder.join(name))).unwrap_or_default()
    }

    /// Writes a note file.
    pub fn write_note(&self, name: &str, text: &str) {
        self.replace(&self.folder.join(name), text.as_bytes());
    }

    /// The path of a file named by a hash.
    fn path(&self, hash: &blake3::Hash, extension: &str) -> PathBuf {
        let digits = hash.to_hex();
        let name = digits.get(..32).unwrap_or(&digits);
        self.folder.join(format!("{name}.{extension}"))
    }

    /// Replaces a file; errors are recorded.
    fn replace(&self, path: &Path, bytes: &[u8]) {
        let written = match self.refusal() {
            Some(why) => Err(io::Error::other(why)),
            None => self.write(path, bytes),
        };
        if let Err(error) = written {
            let folder = crate::visible::path(&self.folder);
            self.record_error(format!("results cannot be kept in {folder}: {error}"));
        }
    }

    /// Why the folder is not used; `None` if it is.
    fn refusal(&self) -> Option<&str> {
        let refused = self.refused.get_or_init(|| {
            // What cannot be read is told of when a file of it is.
            let state = FolderState::of(&self.folder).ok()?;
            state.refusal().map(str::to_owned)
        });
        refused.as_deref()
    }

    fn record_error(&self, error: String) {
        self.first_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(error);
    }

    fn read(&self, path: &Path) -> Vec<u8> {
        if self.refusal().is_some() {
            return Vec::new();
        }
        match folder::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                // A missing file is not an error. If the folder is a file, the write
                // reports it.
                let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
                if !absent.contains(&error.kind()) {
                    self.record_error(format!(
                        "{} cannot be read: {error}",
                        crate::visible::path(path)
                    ));
                }
                Vec::new()
            }
        }
    }

    /// Replaces a file of the folder, which is made if need be.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        folder::make(&self.folder)?;
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or(io::ErrorKind::InvalidFilename)?;
        folder::replace(&self.folder, name, bytes)?;
        // A failed sweep is repeated the next day.
        let _ = self.sweep();
        Ok(())
    }

    /// Removes expired files of the cache and the temporary files of killed processes, once a day.
    fn sweep(&self) -> io::Result<()> {
        let marker = self.folder.join(folder::SWEPT);
        let is_older = |path: &Path, than: Duration| {
            let modified = fs::symlink_metadata(path).and_then(|data| data.modified());
            modified.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > than))
        };
        if folder::is_own(&marker) && !is_older(&marker, SWEPT_EVERY) {
            return Ok(());
        }
        folder::replace(&self.folder, folder::SWEPT, b"")?;
        let kept = SWEPT_EVERY * DAYS_KEPT;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if is_older(&path, kept) && folder::is_own(&path) {
                // Another process may have removed it already.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
    }
}

/// Creates a folder with access for its owner only, because entries are trusted.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The current day, counted from 1970.
fn today() -> u32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let days = since.map_or(0, |time| time.as_secs() / (24 * 60 * 60));
    u32::try_from(days).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
