//! A remote cache: results that several machines share, in a store that a URL names.
//!
//! The results for the members of one folder of sources are one object, so that a run needs few
//! requests, and a new file changes the name of no other. All objects that a run may need are asked
//! for at once, while the front end runs; the first lookup that misses locally waits for its
//! object. Reading ends [`TO_READ`] after the first request, and writing [`TO_WRITE`] after the
//! run, so that a store that is slow or fails delays a run by no more than both together; then the
//! run goes on without it, and [`Shared::finish`] says so.
//!
//! Entries are believed if they are signed ([`entries`]). They hold keys, which are hashes, and
//! results of members that verified without a diagnostic: nothing of the sources.
//!
//! Since keys determine results, a moved or older entry does no harm. Signatures are not in the
//! local cache, so what is read without a key is not kept there, and neither is a report that rests
//! on it (`Cache::is_kept`). An object for each member would mean thousands of requests, one for
//! each program would be missed as soon as its first file has another name. Objects are asked for
//! by a thread of its own with a runtime of `tokio`; nothing is started before a lookup misses.
//! `object_store` uses `ring`, which is chosen for the process at the first request over the
//! network; the other choice, `aws-lc-rs`, has several times the C code to build. Requests are not
//! repeated: that would take the whole time.

mod connection;
mod entries;
mod store;

pub use entries::Secret;

use super::RemoteUrl;
use super::pack::{Entries, Entry, LARGEST, within};
use super::shared::Shared;
use super::{DAYS_KEPT, Key, today};
use entries::{Contents, decode, encode};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use store::{Answer, Order, Store};

/// The time for reading, from the first request.
pub const TO_READ: Duration = Duration::from_millis(600);

/// The time for writing, at the end of a run.
pub const TO_WRITE: Duration = Duration::from_millis(400);

/// The age, in days, at which the use of an entry is recorded.
const OLD: u32 = 7;

/// Who may write to a remote cache, and what is believed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Entries signed with the secret are read.
    Read(Secret),
    /// They are read, and what the run verifies is signed and added.
    ReadWrite(Secret),
    /// All entries are read and believed, whoever made them.
    Unsigned,
}

/// A remote cache.
#[derive(Debug)]
pub struct Remote {
    url: RemoteUrl,
    /// The folder that the names of files are relative to, so that they are the same on every
    /// machine.
    root: PathBuf,
    access: Access,
    /// Started by the first request: most runs need nothing that is not in the local cache.
    store: OnceLock<io::Result<Store>>,
    shared: Arc<(Mutex<State>, Condvar)>,
}

/// What is known of the store.
#[derive(Debug, Default)]
struct State {
    /// The objects that were asked for, by name.
    objects: BTreeMap<String, Object>,
    /// When reading ends.
    until: Option<Instant>,
    /// Why the store is not used any more.
    failure: Option<String>,
    /// The number of entries that were changed, or signed with another secret.
    forged: usize,
    /// The number of objects that were cut off, or are none of ours.
    damaged: usize,
    /// The number of objects that are being written.
    writing: usize,
}

/// An object of the store.
#[derive(Debug)]
enum Object {
    Asked,
    Read { entries: Entries, is_changed: bool },
}

impl Remote {
    /// The remote cache at a URL, for files whose names are taken relative to `root`.
    #[must_use]
    pub fn new(url: RemoteUrl, root: &Path, access: Access) -> Remote {
        Remote {
            url,
            root: std::path::absolute(root).unwrap_or_else(|_| root.to_owned()),
            access,
            store: OnceLock::new(),
            shared: Arc::default(),
        }
    }

    fn secret(&self) -> Option<&Secret> {
        match &self.access {
            Access::Read(secret) | Access::ReadWrite(secret) => Some(secret),
            Access::Unsigned => None,
        }
    }

    /// The name of the object with the results for a file: a hash of its folder.
    fn object(&self, file: &str) -> String {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file));
        let folder = absolute.parent().unwrap_or(Path::new(""));
        let folder = folder.strip_prefix(&self.root).unwrap_or(folder);
        let mut hasher = blake3::Hasher::new();
        for part in folder {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_encoded_bytes());
        }
        let digits = hasher.finalize().to_hex();
        format!("{}.results", digits.get(..32).unwrap_or(&digits))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.shared.0)
    }

    /// Gives an order to the store, which is started if need be.
    fn order(&self, order: Order) {
        let started = self.store.get_or_init(|| {
            let shared = self.shared.clone();
            let secret = self.secret().cloned();
            Store::start(self.url.clone(), TO_READ, move |answer| {
                lock(&shared.0).take(answer, secret.as_ref());
                shared.1.notify_all();
            })
        });
        match started {
            Ok(store) => store.order(order),
            Err(error) => self.state().fail(error.to_string()),
        }
    }

    /// Has the store read objects that were not asked for before.
    fn request(&self, names: impl IntoIterator<Item = String>) {
        let mut new = Vec::new();
        let mut state = self.state();
        state.until.get_or_insert_with(|| Instant::now() + TO_READ);
        for name in names {
            if !state.objects.contains_key(&name) {
                state.objects.insert(name.clone(), Object::Asked);
                new.push(Order::Read(name));
            }
        }
        drop(state);
        for order in new {
            self.order(order);
        }
    }

    /// Waits until something is told, or a time. Returns whether there was time left.
    fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, State>,
        until: Instant,
    ) -> (MutexGuard<'s, State>, bool) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return (state, false);
        }
        let waited = self.shared.1.wait_timeout(state, left);
        (waited.unwrap_or_else(PoisonError::into_inner).0, true)
    }

    /// The objects with new entries, as they are to be written.
    fn changed(&self, secret: &Secret) -> Vec<Order> {
        let mut orders = Vec::new();
        let mut state = self.state();
        if state.failure.is_some() {
            return orders;
        }
        let today = today();
        for (name, object) in &mut state.objects {
            let Object::Read {
                entries,
                is_changed: true,
            } = object
            else {
                continue;
            };
            let mut entries = std::mem::take(entries);
            entries.retain(|_, e| e.used <= today && today - e.used <= DAYS_KEPT);
            let bytes = encode(within(entries, LARGEST), secret);
            orders.push(Order::Write(name.clone(), bytes));
        }
        state.writing = orders.len();
        orders
    }

    /// Writes all objects with new entries.
    fn write(&self, secret: &Secret) {
        let until = Instant::now() + TO_WRITE;
        for order in self.changed(secret) {
            self.order(order);
        }
        let mut state = self.state();
        while state.writing > 0 && state.failure.is_none() {
            let has_time;
            (state, has_time) = self.wait(state, until);
            if !has_time {
                let time = TO_WRITE.as_secs_f64();
                let count = state.writing;
                state.fail(match count {
                    1 => format!("1 of its objects was not written in {time} s"),
                    n => format!("{n} of its objects were not written in {time} s"),
                });
            }
        }
    }

    fn warnings(&self) -> Vec<String> {
        let state = self.state();
        let mut warnings = Vec::new();
        let mut warn =
            |text: String| warnings.push(format!("the remote cache {}: {text}", self.url));
        match state.forged {
            0 => {}
            1 => warn(
                "1 entry was ignored: it was changed, or is signed with another key".to_owned(),
            ),
            n => warn(format!(
                "{n} entries were ignored: they were changed, or are signed with another key"
            )),
        }
        match state.damaged {
            0 => {}
            1 => warn("1 object was ignored, or a part of it: it is damaged".to_owned()),
            n => warn(format!(
                "{n} objects were ignored, or parts of them: they are damaged"
            )),
        }
        if let Some(failure) = &state.failure {
            warn(format!("{failure}; the run went on without it"));
        }
        warnings
    }
}

impl State {
    /// Records that the store is not used any more.
    fn fail(&mut self, why: String) {
        self.failure.get_or_insert(why);
    }

    /// Takes what the store told.
    fn take(&mut self, answer: Answer, secret: Option<&Secret>) {
        match answer {
            Answer::Read(name, bytes) => {
                let contents = bytes.map(|bytes| decode(&bytes, secret));
                let Contents {
                    entries,
                    forged,
                    is_damaged,
                } = contents.unwrap_or_default();
                self.forged += forged;
                self.damaged += usize::from(is_damaged);
                let is_changed = false;
                let read = Object::Read {
                    entries,
                    is_changed,
                };
                self.objects.insert(name, read);
            }
            Answer::Written => self.writing = self.writing.saturating_sub(1),
            Answer::Failed(why) => self.fail(why),
        }
    }
}

impl Shared for Remote {
    fn ask(&self, files: &[&str]) {
        self.request(files.iter().map(|file| self.object(file)));
    }

    fn get(&self, file: &str, key: &Key) -> Option<Vec<u8>> {
        let name = self.object(file);
        self.request([name.clone()]);
        let mut state = self.state();
        loop {
            if let Some(Object::Read {
                entries,
                is_changed,
            }) = state.objects.get_mut(&name)
            {
                let entry = entries.get_mut(key)?;
                let today = today();
                if entry.used.saturating_add(OLD) <= today {
                    entry.used = today;
                    *is_changed = true;
                }
                return Some(entry.result.clone());
            }
            let until = state.until.filter(|_| state.failure.is_none())?;
            let has_time;
            (state, has_time) = self.wait(state, until);
            if !has_time {
                let time = TO_READ.as_secs_f64();
                state.fail(format!("it did not answer in {time} s"));
                self.shared.1.notify_all();
            }
        }
    }

    fn put(&self, file: &str, key: Key, result: Vec<u8>) {
        if !matches!(self.access, Access::ReadWrite(_)) || result.len() > LARGEST {
            return;
        }
        let name = self.object(file);
        if let Some(Object::Read {
            entries,
            is_changed,
        }) = self.state().objects.get_mut(&name)
        {
            let used = today();
            entries.insert(key, Entry { used, result });
            *is_changed = true;
        }
    }

    fn is_signed(&self) -> bool {
        self.secret().is_some()
    }

    fn finish(&self) -> Vec<String> {
        if let Access::ReadWrite(secret) = &self.access {
            self.write(secret);
        }
        self.warnings()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
