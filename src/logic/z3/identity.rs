//! The identity of the solver library, computed without loading it.
//!
//! Proof cache entries depend on the Z3 that answered, so the solver is identified by the
//! library's contents: by its size and build id, which the linker computed from them, or
//! else by a hash of its bytes. Hashing takes longer than verifying a small program.
//! Therefore the identity is stored with the library's path and file metadata (size,
//! times, number), and recomputed only if those change.

use super::library::{self, Library};
use object::Object as _;
use object::read::{ReadCache, elf::ElfFile64};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// Persistent storage for the library's identity.
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
            of_file(path, stamp, store).unwrap_or_else(|error| format!("unreadable: {error}"))
        }
        Ok(Library::Linked) => z3::full_version().to_owned(),
        Err(_) => "none".to_owned(),
    })
}

/// The identity of a file's contents; the stored one, if the file is unchanged.
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
    let hash = of_contents(path)?.to_hex();
    store.write(&format!("{file} {hash}\n"));
    Ok(hash.to_string())
}

/// The hash of a file's size and build id; the hash of its bytes, if it has no build id.
fn of_contents(path: &Path) -> io::Result<blake3::Hash> {
    let Some((size, build_id)) = size_and_build_id(path)? else {
        return Ok(blake3::hash(&fs::read(path)?));
    };
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"build id");
    hasher.update(&size.to_le_bytes());
    hasher.update(&build_id);
    Ok(hasher.finalize())
}

/// The size and the build id of an ELF file; `None` if there is no build id.
fn size_and_build_id(path: &Path) -> io::Result<Option<(u64, Vec<u8>)>> {
    let file = fs::File::open(path)?;
    let size = file.metadata()?.len();
    // Only the headers and the notes are read.
    let cache = ReadCache::new(file);
    let elf = ElfFile64::<object::Endianness, _>::parse(&cache);
    let build_id = elf.and_then(|elf| Ok(elf.build_id()?.map(<[u8]>::to_vec)));
    Ok(build_id.ok().flatten().map(|id| (size, id)))
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
        let stamp = library::stamp_of(&fs::metadata(path).unwrap());
        of_file(path, &stamp, store).unwrap()
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

    /// An ELF file whose only segment is a note with this build id, followed by `rest`.
    fn elf(build_id: [u8; 20], rest: &[u8]) -> Vec<u8> {
        let mut file = b"\x7fELF\x02\x01\x01".to_vec();
        file.resize(16, 0);
        let mut add = |bytes: &[u8]| file.extend_from_slice(bytes);
        // A shared library for x86-64, version 1.
        add(&[3, 0, 62, 0, 1, 0, 0, 0]);
        // The entry, and where the headers of segments and sections are.
        for offset in [0u64, 64, 0] {
            add(&offset.to_le_bytes());
        }
        add(&[0, 0, 0, 0, 64, 0, 56, 0, 1, 0, 64, 0, 0, 0, 0, 0]);
        // A note (type 4) of 36 bytes at offset 120.
        add(&[4, 0, 0, 0, 4, 0, 0, 0]);
        for number in [120u64, 120, 120, 36, 36, 4] {
            add(&number.to_le_bytes());
        }
        add(&[4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0]);
        add(b"GNU\0");
        add(&build_id);
        add(rest);
        file
    }

    #[test]
    fn the_build_id_and_the_size_decide() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("libz3");
        let store = TestStore::default();
        let identity_of = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            identity(&path, &store)
        };
        let first = identity_of(&elf([7; 20], b"first"));
        let found = size_and_build_id(&folder.path().join("libz3")).unwrap();
        assert_eq!(found, Some((161, vec![7; 20])));
        assert_eq!(identity_of(&elf([7; 20], b"strip")), first);
        assert_ne!(identity_of(&elf([8; 20], b"first")), first);
        assert_ne!(identity_of(&elf([7; 20], b"longer")), first);
        // Without its note, the bytes decide.
        let mut cut = elf([7; 20], b"first");
        cut.truncate(150);
        let cut_off = identity_of(&cut);
        assert_ne!(cut_off, first);
        cut[149] ^= 1;
        assert_ne!(identity_of(&cut), cut_off);
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
