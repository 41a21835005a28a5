//! The upkeep of a cache's folder: its size, and its removal. Only files that a cache writes are
//! counted and removed, whatever else is in the folder.

use super::{Cache, SWEPT, slot};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheSize {
    /// Their number.
    pub files: usize,
    /// The sum of their sizes, in bytes.
    pub bytes: u64,
}

/// The extensions of the files of a cache.
pub(super) const KINDS: [&str; 3] = ["pack", slot::EXTENSION, "tmp"];

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
        let entries = match fs::read_dir(self.folder()) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let data = entry.metadata()?;
            if data.is_file() && is_own(&entry.path()) {
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

/// Whether a cache writes a file with this name: 32 digits with a known extension, a temporary
/// file, or the marker of the last sweep.
fn is_own(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let stem = stem.unwrap_or_default();
    let is_hash = stem.len() == 32 && stem.bytes().all(|b| b.is_ascii_hexdigit());
    let is_temporary = stem.starts_with(".tmp");
    let extension = path.extension().and_then(|extension| extension.to_str());
    name == Some(SWEPT)
        || extension.is_some_and(|e| KINDS.contains(&e)) && (is_hash || is_temporary)
}
