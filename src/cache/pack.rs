//! A pack: the results for one program in one file. The file begins with a magic number
//! and the hash of the rest, so truncated or changed files count as empty.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The magic number; it changes with the format.
pub(super) const MAGIC: &[u8; 16] = b"veriframe pack 1";

/// How the magic number of every version begins.
pub(super) const HEADER: &[u8] = b"veriframe pack ";

/// The file name extension of packs.
pub(super) const EXTENSION: &str = "pack";

/// The largest total size of a pack's results, in bytes. The most recently used are
/// kept.
pub(super) const LARGEST: usize = 4 * 1024 * 1024;

/// A cache key: the hash of everything that determines the result.
pub type Key = [u8; 32];

/// A result with its last use.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Entry {
    /// The day of its last use, counted from 1970.
    pub(super) used: u32,
    pub(super) result: Vec<u8>,
}

pub(super) type Entries = BTreeMap<Key, Entry>;

/// The results for one program.
#[derive(Debug)]
pub struct Pack {
    path: PathBuf,
    /// The file's contents when it was read.
    bytes: Vec<u8>,
    known: Entries,
    /// The keys used in this run, with the results of the new ones.
    asked: Mutex<BTreeMap<Key, Option<Vec<u8>>>>,
}

impl Pack {
    /// The pack in a file with these contents.
    pub(super) fn read(path: PathBuf, bytes: Vec<u8>) -> Pack {
        Pack {
            path,
            known: decode(&bytes).unwrap_or_default(),
            bytes,
            asked: Mutex::default(),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The result for a key, if there is one.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<&[u8]> {
        self.known.get(key).map(|entry| entry.result.as_slice())
    }

    /// Records the use of an existing result, so that it does not expire.
    pub fn touch(&self, key: Key) {
        self.asked().entry(key).or_default();
    }

    /// Inserts or replaces a result.
    pub fn put(&self, key: Key, result: Vec<u8>) {
        self.asked().insert(key, Some(result));
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<Key, Option<Vec<u8>>>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the file must be written: there are new results, or results first used
    /// today.
    pub(super) fn is_changed(&self, today: u32) -> bool {
        let older = |key| self.known.get(key).is_some_and(|e| e.used != today);
        self.asked()
            .iter()
            .any(|(key, new)| new.is_some() || older(key))
    }

    /// The contents to write, given the current contents of the file.
    pub(super) fn merged(self, newest: &[u8], today: u32, days: u32) -> Vec<u8> {
        let mut known = self.known;
        // Usually no other process has written the file meanwhile.
        let mut entries = if newest == self.bytes {
            std::mem::take(&mut known)
        } else {
            decode(newest).unwrap_or_default()
        };
        let asked = self
            .asked
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        for (key, new) in asked {
            let result = new.or_else(|| known.remove(&key).map(|entry| entry.result));
            let used = today;
            if let Some(result) = result {
                entries.insert(key, Entry { used, result });
            } else if let Some(entry) = entries.get_mut(&key) {
                entry.used = used;
            }
        }
        // Entries from the future (after a wrong clock) are dropped.
        entries.retain(|_, e| e.used <= today && today - e.used <= days);
        encode(&within(entries, LARGEST))
    }
}

/// The most recently used entries up to a total size.
pub(super) fn within(entries: Entries, largest: usize) -> Entries {
    let size: usize = entries.values().map(|e| e.result.len()).sum();
    if size <= largest {
        return entries;
    }
    let mut by_age: Vec<(Key, Entry)> = entries.into_iter().collect();
    by_age.sort_by_key(|(key, entry)| (std::cmp::Reverse(entry.used), entry.result.len(), *key));
    let mut room = largest;
    let mut fits = |entry: &Entry| {
        let left = room.checked_sub(entry.result.len());
        room = left.unwrap_or(room);
        left.is_some()
    };
    by_age.into_iter().filter(|(_, e)| fits(e)).collect()
}

pub(super) fn encode(entries: &Entries) -> Vec<u8> {
    // Serialization to memory cannot fail; an empty pack would be harmless.
    let content = borsh::to_vec(entries).unwrap_or_default();
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(blake3::hash(&content).as_bytes());
    bytes.extend_from_slice(&content);
    bytes
}

/// The entries of a file; `None` if it is corrupt.
pub(super) fn decode(bytes: &[u8]) -> Option<Entries> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (hash, content) = rest.split_at_checked(blake3::OUT_LEN)?;
    if blake3::hash(content).as_bytes() != hash {
        return None;
    }
    borsh::from_slice(content).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(bytes: &[u8]) -> Pack {
        Pack::read(PathBuf::from("x"), bytes.to_vec())
    }

    /// The contents of a pack with some entries, written on a day.
    fn bytes(entries: &[(u8, &[u8])], before: &[u8], day: u32) -> Vec<u8> {
        let pack = pack(before);
        for (key, result) in entries {
            pack.put([*key; 32], result.to_vec());
        }
        pack.merged(before, day, 30)
    }

    #[test]
    fn what_was_put_is_found_again() {
        let bytes = bytes(&[(1, b"one"), (2, b"")], &[], 7);
        let pack = pack(&bytes);
        assert_eq!(pack.get(&[1; 32]), Some(&b"one"[..]));
        assert_eq!(pack.get(&[2; 32]), Some(&b""[..]));
        assert_eq!(pack.get(&[3; 32]), None);
        assert!(!pack.is_changed(7));
    }

    #[test]
    fn bytes_that_were_cut_off_or_changed_are_no_pack() {
        let whole = bytes(&[(1, b"one"), (2, b"two")], &[], 7);
        assert!(decode(&whole).is_some());
        for length in 0..whole.len() {
            assert_eq!(decode(&whole[..length]), None, "cut off after {length}");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                assert_eq!(decode(&changed), None, "bit {bit} of byte {at}");
            }
        }
        let longer = [&whole[..], b"x"].concat();
        assert_eq!(decode(&longer), None);
    }

    #[test]
    fn what_another_process_wrote_meanwhile_stays() {
        let mine = pack(&[]);
        mine.put([1; 32], b"mine".to_vec());
        let theirs = bytes(&[(2, b"theirs")], &[], 7);
        let both = pack(&mine.merged(&theirs, 7, 30));
        assert_eq!(both.get(&[1; 32]), Some(&b"mine"[..]));
        assert_eq!(both.get(&[2; 32]), Some(&b"theirs"[..]));
    }

    #[test]
    fn what_is_used_stays_and_what_is_not_goes() {
        let old = bytes(&[(1, b"one"), (2, b"two")], &[], 100);
        let later = pack(&old);
        later.touch([1; 32]);
        assert!(later.is_changed(120), "the day is to be written");
        let later = later.merged(&old, 120, 30);
        let entries = decode(&bytes(&[(3, b"three")], &later, 131)).unwrap();
        let keys: Vec<u8> = entries.keys().map(|key| key[0]).collect();
        assert_eq!(keys, [1, 3]);
        // Entries from the future must not live forever.
        assert!(decode(&pack(&[]).merged(&old, 99, 30)).unwrap().is_empty());
    }

    #[test]
    fn a_pack_does_not_grow_without_bound() {
        let entry = |used, size| Entry {
            used,
            result: vec![0; size],
        };
        let entries = Entries::from([
            ([1; 32], entry(1, 10)),
            ([2; 32], entry(2, 60)),
            ([3; 32], entry(2, 50)),
            ([4; 32], entry(1, 45)),
        ]);
        let kept = within(entries.clone(), 100);
        let keys: Vec<u8> = kept.keys().map(|key| key[0]).collect();
        assert_eq!(keys, [1, 3], "the newest, then what has room");
        assert_eq!(within(entries.clone(), 165), entries);
    }
}
