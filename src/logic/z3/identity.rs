//! What tells the solver that a run uses from any other, without loading it.
//!
//! A proof cache must not believe what another Z3 found. So the solver is known
//! by a hash of the library's bytes. To read them takes longer than to verify a
//! small program; so a note keeps the hash with the library's path and what the
//! file system tells of it (size, times, number), and the bytes are read again only
//! where that has changed.

use super::library::{self, Library};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// Where earlier runs noted what they found out of the library.
pub trait Notes {
    /// The note; nothing if there is none.
    fn read(&self) -> String;
    /// Replaces the note.
    fn write(&self, note: &str);
}

/// What tells the solver of this process from others. It is found out once.
#[must_use]
pub fn solver_identity(notes: &dyn Notes) -> &'static str {
    static IDENTITY: OnceLock<String> = OnceLock::new();
    IDENTITY.get_or_init(|| match library::find() {
        Ok(Library::File { path, stamp }) => {
            // What cannot be read cannot be loaded either: nothing will be proved by it.
            of_file(path, stamp, notes).unwrap_or_else(|error| format!("unreadable: {error}"))
        }
        Ok(Library::Linked) => z3::full_version().to_owned(),
        Err(_) => "none".to_owned(),
    })
}

/// The hash of a file, by the note if the file is still the same.
fn of_file(path: &Path, stamp: &str, notes: &dyn Notes) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.as_os_str().as_encoded_bytes());
    hasher.update(&[0]);
    hasher.update(stamp.as_bytes());
    let file = hasher.finalize().to_hex();
    let note = notes.read();
    let noted = note.strip_prefix(file.as_str());
    if let Some(hash) = noted.and_then(|rest| rest.strip_prefix(' ')?.strip_suffix('\n'))
        && blake3::Hash::from_hex(hash).is_ok()
    {
        return Ok(hash.to_owned());
    }
    let hash = blake3::hash(&fs::read(path)?).to_hex();
    notes.write(&format!("{file} {hash}\n"));
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use std::cell::{Cell, RefCell};

    /// Notes in memory, with how often they were written.
    #[derive(Default)]
    struct Memory {
        note: RefCell<String>,
        written: Cell<u32>,
    }

    impl Notes for Memory {
        fn read(&self) -> String {
            self.note.borrow().clone()
        }

        fn write(&self, note: &str) {
            self.written.set(self.written.get() + 1);
            note.clone_into(&mut self.note.borrow_mut());
        }
    }

    /// The identity that a run finds, as runs do.
    fn identity(path: &Path, notes: &Memory) -> String {
        let stamp = library::stamp_of(&fs::metadata(path).unwrap());
        of_file(path, &stamp, notes).unwrap()
    }

    #[test]
    fn the_bytes_decide_and_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let (one, copy) = (folder.path().join("one"), folder.path().join("copy"));
        let notes = Memory::default();
        fs::write(&one, "first").unwrap();
        let first = identity(&one, &notes);
        assert_eq!(identity(&one, &notes), first);
        assert_eq!(notes.written.get(), 1);
        fs::copy(&one, &copy).unwrap();
        assert_eq!(identity(&copy, &notes), first, "a copy is the same solver");
        fs::write(&one, "other").unwrap();
        assert_ne!(identity(&one, &notes), first, "another one is not");
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
        let notes = Memory::default();
        write(&path, "first");
        let first = identity(&path, &notes);
        write(&other, "other");
        fs::rename(&other, &path).unwrap();
        assert_ne!(identity(&path, &notes), first);
    }

    #[test]
    fn a_damaged_note_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("libz3");
        fs::write(&path, "bytes").unwrap();
        let notes = Memory::default();
        let right = identity(&path, &notes);
        let whole = notes.read();
        for damaged in ["", "x", whole.get(..80).unwrap(), &format!("{whole}x")] {
            damaged.clone_into(&mut notes.note.borrow_mut());
            assert_eq!(identity(&path, &notes), right);
            assert_eq!(notes.read(), whole);
        }
    }
}
