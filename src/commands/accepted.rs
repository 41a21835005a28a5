//! The file of accepted changes of contracts: each with the reason, and with a digest of what was
//! changed to what, so that it accepts nothing else.

use super::Failure;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toml::{Table, Value};
use veriframe::MemberChange;
use veriframe::visible;

/// The accepted changes.
#[derive(Clone, Debug)]
pub struct Accepted {
    path: PathBuf,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    member: String,
    change: String,
    digest: String,
    reason: String,
}

impl Accepted {
    /// The entries of a file with this text.
    ///
    /// # Errors
    /// If something in it has no meaning, or if there is no reason for an entry. The message does not
    /// quote values: the project file names the file, and may name one that is none of its business.
    pub fn of_text(path: &Path, text: &str) -> Result<Accepted, Failure> {
        let about = |why: &str| Failure::new(format!("{}: {why}", visible::path(path)));
        let entries = entries(text).map_err(|why| about(&why))?;
        let mut known = BTreeSet::new();
        for entry in &entries {
            let Entry { member, digest, .. } = entry;
            if !visible::has_words(&entry.reason) {
                return Err(about(&format!(
                    "the entry for `{member}` has no reason in words"
                )));
            }
            if !known.insert((member, digest)) {
                return Err(about(&format!("`{member}` is accepted twice")));
            }
        }
        Ok(Accepted {
            path: path.to_owned(),
            entries,
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether all entries of another list are in this one.
    #[must_use]
    pub fn has_all_of(&self, other: &Accepted) -> bool {
        let mut entries = other.entries.iter();
        entries.all(|entry| self.entries.contains(entry))
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
                visible::path(&self.path)
            ))),
        }
    }
}

/// Why a text is no TOML, with the line, and without its text.
fn unparsed(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|place| text.get(..place.start));
    let line = before.unwrap_or_default().matches('\n').count() + 1;
    format!("line {line} is not as in TOML: {}", error.message())
}

/// The entries of a file with this text, or why it has no meaning.
fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let file: Table = text
        .parse()
        .map_err(|error: toml::de::Error| unparsed(text, &error))?;
    let mut entries = Vec::new();
    for (key, value) in file {
        let Value::Array(values) = value else {
            return Err(format!("`{key}` is no list of entries `[[accepted]]`"));
        };
        if key != "accepted" {
            return Err(format!("unknown field `{key}`, expected `accepted`"));
        }
        for value in values {
            entries.push(Entry::of(value)?);
        }
    }
    Ok(entries)
}

impl Entry {
    fn of(value: Value) -> Result<Entry, String> {
        let Value::Table(mut table) = value else {
            return Err(format!("an entry is a table, not {}", value.type_str()));
        };
        let mut text = |key: &str| match table.remove(key) {
            Some(Value::String(text)) => Ok(text),
            Some(other) => Err(format!("`{key}` is a text, not {}", other.type_str())),
            None => Err(format!("missing field `{key}` in an entry")),
        };
        let entry = Entry {
            member: text("member")?,
            change: text("change")?,
            digest: text("digest")?,
            reason: text("reason")?,
        };
        match table.keys().next() {
            None => Ok(entry),
            Some(key) => Err(format!(
                "unknown field `{key}`, expected `member`, `change`, `digest` or `reason`"
            )),
        }
    }

    fn is_for(&self, change: &MemberChange) -> bool {
        self.member == change.member
            && self.change == change.change.name()
            && self.digest == change.digest
    }
}
