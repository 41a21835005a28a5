//! The file of accepted changes of contracts: each with the reason, and with a digest of what was
//! changed to what, so that it accepts nothing else.

use super::Failure;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use veriframe::MemberChange;

/// The accepted changes.
#[derive(Clone, Debug)]
pub struct Accepted {
    path: PathBuf,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    accepted: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    member: String,
    change: String,
    digest: String,
    reason: String,
}

impl Accepted {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, if something in it has no meaning, or if there is no reason for an entry.
    pub fn read(path: &Path) -> Result<Accepted, Failure> {
        let about = |why: &str| Failure::new(format!("{}: {why}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| about(&error.to_string()))?;
        let file: File = toml::from_str(&text).map_err(|error| about(error.to_string().trim()))?;
        let mut known = BTreeSet::new();
        for entry in &file.accepted {
            let Entry { member, digest, .. } = entry;
            if entry.reason.trim().is_empty() {
                return Err(about(&format!("the entry for `{member}` has no reason")));
            }
            if !known.insert((member, digest)) {
                return Err(about(&format!("`{member}` is accepted twice")));
            }
        }
        Ok(Accepted {
            path: path.to_owned(),
            entries: file.accepted,
        })
    }

    /// The reason for which a change is accepted.
    #[must_use]
    pub fn reason(&self, change: &MemberChange) -> Option<&str> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| entry.is_for(change))?;
        Some(&entry.reason)
    }

    /// Refuses entries for none of these changes.
    ///
    /// # Errors
    /// If there is one.
    pub fn refuse_stale<'c>(
        &self,
        changes: impl Iterator<Item = &'c MemberChange>,
    ) -> Result<(), Failure> {
        let changes: Vec<&MemberChange> = changes.collect();
        let is_stale = |entry: &&Entry| !changes.iter().any(|change| entry.is_for(change));
        match self.entries.iter().find(is_stale) {
            None => Ok(()),
            Some(Entry { member, change, .. }) => Err(Failure::new(format!(
                "{}: the entry for `{member}` is stale: this change to `{change}` is not there, or \
                 is another one now; remove the entry",
                self.path.display()
            ))),
        }
    }
}

impl Entry {
    fn is_for(&self, change: &MemberChange) -> bool {
        self.member == change.member
            && self.change == change.change.name()
            && self.digest == change.digest
    }
}
