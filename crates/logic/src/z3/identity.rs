//! The identity of the solver library, computed without loading it.
//!
//! Proof cache entries depend on the Z3 that answered, so the solver is identified by a
//! hash of the library's bytes. Hashing takes longer than verifying a small program.
//! Therefore the hash is stored with the library's path and file metadata (size, times,
//! number), and recomputed only if those change.

use super::library::{self, Library};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// Persistent storage for the library's hash.
pub trait HashStore {
    /// The stored text; empty if there is none.
    fn read(&self) -> String;
    /// Replaces the stored text.
    fn write(&self, note: &str);
}

/// The identity of this process's solver, computed once.
#[must_use]
pub fn solver_identity(store: &dyn HashStore) -> &'static str {
    static IDENTITY: OnceLock<String> = OnceLock::new();
    IDENTITY.get_or_init(|| match library::find() {
        Ok(Library::File { path, stamp }) => {
            // A library that cannot be read cannot be loaded either, so nothing is
            // proved with it.
            of_file(path, &stamp.text(), store)
                .unwrap_or_else(|error| format!("unreadable: {error}"))
        }
        Ok(Library::Linked) => z3::full_version().to_owned(),
        Err(_) => "none".to_owned(),
    })
}

/// The hash of a file; the stored one, if the file is unchanged.
fn of_file(path: &Path, stamp: &str, store: &dyn HashStore) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.as_os_str().as_encoded_bytes());
    hasher.update(&[0]);
    hasher.update(stamp.as_bytes());
    let file = hasher.finalize().to_hex();
    let note = store.read();
    let noted = note.strip_prefix(file.as_str());
    if let Some(hash) = noted.and_then(|rest| rest.strip_prefix(' ')?.strip_suffix('\n'))
        && blake3::Hash::from_hex(hash).is_ok()
    {
        return Ok(hash.to_owned());
    }
    let mut hasher = blake3::Hasher::new();
    // In pieces: reading the library as a whole takes as long again for the memory alone.
    hasher.update_reader(fs::File::open(path)?)?;
    let hash = hasher.finalize().to_hex();
    store.write(&format!("{file} {hash}\n"));
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use std::cell::{Cell, RefCell};

    /// An in-memory store that counts writes.
    #[derive(Default)]
    struct TestStore {
        note: RefCell<String>,
        written: Cell<u32>,
    }

    impl HashStore for TestStore {
        fn read(&self) -> String {
            self.note.borrow().clone()
        }

        fn write(&self, note: &str) {
            self.written.set(self.written.get() + 1);
            note.clone_into(&mut self.note.borrow_mut());
        }
    }

    /// The identity as computed by a run.
    fn identity(path: &Path, store: &TestStore) -> String {
        let stamp = library::Stamp::of(&fs::metadata(path).unwrap());
        of_file(path, &stamp.text(), store).unwrap()
    }

    #[test]
    fn the_bytes_decide_and_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let (one, copy) = (folder.path().join("one"), folder.path().join("copy"));
        let store = TestStore::default();
        fs::write(&one, "first").unwrap();
        let first = identity(&one, &store);
        assert_eq!(identity(&one, &store), first);
        assert_eq!(store.written.get(), 1);
        fs::copy(&one, &copy).unwrap();
        assert_eq!(identity(&copy, &store), first, "a copy is the same solver");
        fs::write(&one, "other").unwrap();
        assert_ne!(identity(&one, &store), first, "another one is not");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_the_same_size_and_date_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("libz3"), folder.path().join("other"));
        let date = std::time::SystemTime::UNIX_EPOCH;
        let write = |path: &Path, text: &str| {
            fs::write(path, text).unwrap();
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(date).unwrap();
        };
        let store = TestStore::default();
        write(&path, "first");
        let first = identity(&path, &store);
        write(&other, "other");
        fs::rename(&other, &path).unwrap();
        assert_ne!(identity(&path, &store), first);
    }

    #[test]
    fn a_damaged_store_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("libz3");
        fs::write(&path, "bytes").unwrap();
        let store = TestStore::default();
        let right = identity(&path, &store);
        let whole = store.read();
        for damaged in ["", "x", whole.get(..80).unwrap(), &format!("{whole}x")] {
            damaged.clone_into(&mut store.note.borrow_mut());
            assert_eq!(identity(&path, &store), right);
            assert_eq!(store.read(), whole);
        }
    }
}
