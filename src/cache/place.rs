//! Slots: files for a single result, which the next one overwrites. The format is that
//! of a pack with one entry, so truncated or changed files count as empty.

use super::pack::{Entries, Entry, LARGEST, decode, encode};
use super::{Cache, Key, today};
use std::fs;
use std::path::PathBuf;

/// The file name extension of slots.
pub(super) const EXTENSION: &str = "whole";

/// The contents of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The cache key of the result.
    pub key: Key,
    /// The result.
    pub result: Vec<u8>,
    /// Whether it was written today.
    pub today: bool,
}

impl Cache {
    /// The contents of a slot, if any.
    #[must_use]
    pub fn kept(&self, place: &Key) -> Option<Kept> {
        let entries = decode(&self.read(&self.place(place)))?;
        let (key, entry) = entries.into_iter().next()?;
        Some(Kept {
            key,
            result: entry.result,
            today: entry.used == today(),
        })
    }

    /// Writes a result to a slot, unless it is too large.
    pub fn keep(&self, place: &Key, key: Key, result: Vec<u8>) {
        if result.len() <= LARGEST {
            let used = today();
            let entries = Entries::from([(key, Entry { used, result })]);
            self.replace(&self.place(place), &encode(&entries));
        }
    }

    /// Clears a slot.
    pub fn forget(&self, place: &Key) {
        let path = self.place(place);
        if let Err(error) = fs::remove_file(&path)
            && path.exists()
        {
            self.complain(format!("{} cannot be removed: {error}", path.display()));
        }
    }

    fn place(&self, place: &Key) -> PathBuf {
        self.path(&blake3::Hash::from_bytes(*place), EXTENSION)
    }
}
