//! The upkeep of a cache's folder: its size, and its removal. Only files that a cache writes are
//! counted and removed, whatever else is in the folder.

use super::{Cache, folder};
use std::fs;
use std::io;
use std::path::PathBuf;

/// The files of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheSize {
    /// Their number.
    pub files: usize,
    /// The sum of their sizes, in bytes.
    pub bytes: u64,
}

impl Cache {
    /// How much the folder holds; nothing if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn size(&self) -> io::Result<CacheSize> {
        let sizes = self.own_files()?.into_iter().map(|(_, bytes)| bytes);
        Ok(sizes.fold(CacheSize::default(), CacheSize::with))
    }

    /// Removes all results. Returns how much was removed.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file cannot be removed.
    pub fn clean(&self) -> io::Result<CacheSize> {
        let mut removed = CacheSize::default();
        for (path, bytes) in self.own_files()? {
            match fs::remove_file(&path) {
                Ok(()) => removed = removed.with(bytes),
                // Another process has removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(removed)
    }

    /// The files in the folder that a cache writes, with their sizes.
    fn own_files(&self) -> io::Result<Vec<(PathBuf, u64)>> {
        if let Some(why) = self.refusal() {
            return Err(io::Error::other(why));
        }
        let entries = match fs::read_dir(self.folder()) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let data = entry.metadata()?;
            if folder::is_own(&entry.path()) && !entry.path().ends_with(folder::NOTE) {
                found.push((entry.path(), data.len()));
            }
        }
        Ok(found)
    }
}

impl CacheSize {
    fn with(self, bytes: u64) -> CacheSize {
        CacheSize {
            files: self.files + 1,
            bytes: self.bytes + bytes,
        }
    }
}
