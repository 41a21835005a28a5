//! Places: a file for one result, which the next one replaces. It has the form of
//! a pack with one entry, so that one that was cut off or changed is empty.

use super::pack::{Entries, Entry, LARGEST, decode, encode};
use super::{Cache, Key, today};
use std::fs;
use std::path::PathBuf;

/// How the names of these files end.
pub(super) const EXTENSION: &str = "whole";

/// What lies in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The key that it was kept under.
    pub key: Key,
    /// The result.
    pub result: Vec<u8>,
    /// Whether it was kept today.
    pub today: bool,
}

impl Cache {
    /// What lies in a place.
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

    /// Puts a result into a place, unless it is too large.
    pub fn keep(&self, place: &Key, key: Key, result: Vec<u8>) {
        if result.len() <= LARGEST {
            let used = today();
            let entries = Entries::from([(key, Entry { used, result })]);
            self.replace(&self.place(place), &encode(&entries));
        }
    }

    /// Empties a place.
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
