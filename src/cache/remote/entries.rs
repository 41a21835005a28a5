//! The objects of a remote cache: entries with a keyed hash each, so that only who holds the
//! secret can make an entry that is believed.
//!
//! The hash covers the key, the day of the last use and the result of an entry. A key determines
//! its result, wherever the entry is found, so that moved, copied and older entries are as good as
//! others.

use super::super::Key;
use super::super::pack::{Entries, Entry};
use borsh::{BorshDeserialize, BorshSerialize};
use std::fmt;

/// The magic number; it changes with the format.
const MAGIC: &[u8; 16] = b"veriframe share1";

/// What the secret is used for, so that its other uses have nothing to do with it.
const PURPOSE: &str = "veriframe 2026 keyed hash of the entries of a remote cache";

/// The least length of a secret, in bytes.
const SHORTEST: usize = 32;

/// The secret that entries are signed with.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; blake3::KEY_LEN]);

impl Secret {
    /// The secret that a text determines.
    ///
    /// # Errors
    /// If the text is so short that it might be guessed.
    pub fn of_text(text: &str) -> Result<Secret, String> {
        let text = text.trim();
        if text.len() < SHORTEST {
            return Err(format!(
                "the key has {} characters, and needs {SHORTEST}, or it might be guessed: make one \
                 with `openssl rand -hex 32`",
                text.len()
            ));
        }
        Ok(Secret(blake3::derive_key(PURPOSE, text.as_bytes())))
    }

    fn signature(&self, key: &Key, used: u32, result: &[u8]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        // The first two have a fixed length.
        hasher.update(key).update(&used.to_le_bytes());
        hasher.update(result).finalize()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// An entry as it is written.
#[derive(BorshSerialize, BorshDeserialize)]
struct Signed {
    key: Key,
    used: u32,
    result: Vec<u8>,
    signature: [u8; blake3::OUT_LEN],
}

/// What an object holds.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// The entries that are believed.
    pub(super) entries: Entries,
    /// The number of entries that were changed, or signed with another secret.
    pub(super) forged: usize,
    /// Whether something is no entry: the object was cut off, or is none of ours.
    pub(super) is_damaged: bool,
}

/// The contents of an object. Without a secret, all entries are believed.
pub(super) fn decode(bytes: &[u8], secret: Option<&Secret>) -> Contents {
    let mut contents = Contents::default();
    let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
        contents.is_damaged = true;
        return contents;
    };
    while !rest.is_empty() {
        let Ok(signed) = Signed::deserialize(&mut rest) else {
            contents.is_damaged = true;
            break;
        };
        let Signed {
            key,
            used,
            result,
            signature,
        } = signed;
        // The comparison of hashes takes the same time wherever they differ.
        let is_ours = |secret: &Secret| secret.signature(&key, used, &result) == signature;
        if secret.is_none_or(is_ours) {
            contents.entries.insert(key, Entry { used, result });
        } else {
            contents.forged += 1;
        }
    }
    contents
}

/// The object with these entries.
pub(super) fn encode(entries: Entries, secret: &Secret) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for (key, Entry { used, result }) in entries {
        let signature = *secret.signature(&key, used, &result).as_bytes();
        let signed = Signed {
            key,
            used,
            result,
            signature,
        };
        // Serialization to memory cannot fail.
        let _ = signed.serialize(&mut bytes);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(letter: &str) -> Secret {
        Secret::of_text(&letter.repeat(SHORTEST)).unwrap()
    }

    fn entries() -> Entries {
        let entry = |used, result: &[u8]| Entry {
            used,
            result: result.to_vec(),
        };
        Entries::from([([1; 32], entry(7, b"one")), ([2; 32], entry(8, b""))])
    }

    #[test]
    fn what_was_encoded_is_found_with_the_same_secret_alone() {
        let bytes = encode(entries(), &secret("a"));
        let found = decode(&bytes, Some(&secret("a")));
        assert_eq!(found.entries, entries());
        assert!(found.forged == 0 && !found.is_damaged);
        let foreign = decode(&bytes, Some(&secret("b")));
        assert!(foreign.entries.is_empty() && foreign.forged == 2 && !foreign.is_damaged);
        assert_eq!(decode(&bytes, None).entries, entries());
    }

    #[test]
    fn each_changed_bit_costs_an_entry_and_makes_none() {
        let whole = encode(entries(), &secret("a"));
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                let found = decode(&changed, Some(&secret("a")));
                assert!(found.entries.len() < 2, "bit {bit} of byte {at}");
                assert!(found.forged > 0 || found.is_damaged);
                let known = entries();
                let is_known = |(key, entry): (&Key, &Entry)| known.get(key) == Some(entry);
                assert!(found.entries.iter().all(is_known));
            }
        }
    }

    #[test]
    fn what_was_cut_off_has_the_entries_before() {
        let whole = encode(entries(), &secret("a"));
        let first = 16 + 32 + 4 + 4 + 3 + 32;
        for length in 0..whole.len() {
            let found = decode(&whole[..length], Some(&secret("a")));
            assert_eq!(
                found.entries.len(),
                usize::from(length >= first),
                "{length}"
            );
            let ends_well = length == 16 || length == first;
            assert_eq!(found.is_damaged, !ends_well, "{length}");
        }
    }

    #[test]
    fn a_result_cannot_be_moved_to_another_key() {
        let one = encode(entries(), &secret("a"));
        let mut moved = one.clone();
        // The key of the second entry, with the result and signature of the first.
        moved[16..48].copy_from_slice(&[2; 32]);
        let found = decode(&moved[..16 + 75], Some(&secret("a")));
        assert!(found.entries.is_empty() && found.forged == 1);
    }

    #[test]
    fn short_secrets_are_refused_and_none_is_shown() {
        assert!(
            Secret::of_text("password")
                .unwrap_err()
                .contains("8 characters")
        );
        assert!(Secret::of_text(&" ".repeat(40)).is_err());
        assert_eq!(
            secret("a"),
            Secret::of_text(&format!("{}\n", "a".repeat(32))).unwrap()
        );
        assert_eq!(format!("{:?}", secret("a")), "Secret");
    }
}
