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
pub struct Slot {
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
    pub fn read_slot(&self, slot: &Key) -> Option<Slot> {
        let entries = decode(&self.read(&self.slot_path(slot)))?;
        let (key, entry) = entries.into_iter().next()?;
        Some(Slot {
            key,
            result: entry.result,
            today: entry.used == today(),
        })
    }

    /// Writes a result to a slot, unless it is too large.
    pub fn write_slot(&self, slot: &Key, key: Key, result: Vec<u8>) {
        if result.len() <= LARGEST {
            let used = today();
            let entries = Entries::from([(key, Entry { used, result })]);
            self.replace(&self.slot_path(slot), &encode(&entries));
        }
    }

    /// Clears a slot.
    pub fn clear_slot(&self, slot: &Key) {
        let path = self.slot_path(slot);
        if self.refusal().is_none()
            && let Err(error) = fs::remove_file(&path)
            && path.exists()
        {
            self.record_error(format!(
                "{} cannot be removed: {error}",
                crate::visible::path(&path)
            ));
        }
    }

    fn slot_path(&self, slot: &Key) -> PathBuf {
        self.path(&blake3::Hash::from_bytes(*slot), EXTENSION)
    }
}
