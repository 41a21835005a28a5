//! What a cache that several machines share offers to the local one beside it. Nothing here
//! reaches a network; [`super::remote`] does.

use super::Key;
use std::fmt::Debug;

/// A cache that several machines share.
///
/// It is asked once for all files, and answers within a bounded time or not at all: a run never
/// fails because of it.
pub trait Shared: Debug + Send + Sync {
    /// Begins to fetch the results for the members of these files, without waiting.
    fn ask(&self, files: &[&str]);

    /// The result under a key, for a member of this file. May wait for what was asked.
    fn get(&self, file: &str, key: &Key) -> Option<Vec<u8>>;

    /// Adds a result that this run computed, for a member of this file.
    fn put(&self, file: &str, key: Key, result: Vec<u8>);

    /// Whether its results may be kept in the local cache, which is believed later: whoever made
    /// them holds the secret.
    fn is_signed(&self) -> bool;

    /// Writes what was added, within a bounded time. Returns what to warn of.
    fn finish(&self) -> Vec<String>;
}
