//! Tests of the cache folder: entries are read back, old ones expire, and errors are
//! reported once without failing.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use super::*;

fn put(cache: &Cache, program: &str, key: u8, result: &[u8]) {
    let pack = cache.open(program);
    pack.put([key; 32], result.to_vec());
    cache.close(pack);
}

#[test]
fn programs_have_packs_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("deep/inside"), Mode::Use);
    put(&cache, "a.idf", 1, b"one");
    put(&cache, "b.idf", 2, b"two");
    put(&cache, "a.idf", 3, b"three");
    let (a, b) = (cache.open("./a.idf"), cache.open("b.idf"));
    assert_eq!(a.get(&[1; 32]), Some(&b"one"[..]));
    assert_eq!(a.get(&[3; 32]), Some(&b"three"[..]));
    assert_eq!(a.get(&[2; 32]), None);
    assert_eq!(b.get(&[2; 32]), Some(&b"two"[..]));
    assert_eq!(cache.first_error(), None);
}

#[test]
fn a_slot_holds_the_last_result_until_it_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("inside"), Mode::Use);
    let (here, there) = ([1; 32], [2; 32]);
    let slot = |key: u8, result: &[u8]| Slot {
        key: [key; 32],
        result: result.to_vec(),
        today: true,
    };
    assert_eq!(cache.read_slot(&here), None);
    cache.write_slot(&here, [5; 32], b"one".to_vec());
    cache.write_slot(&there, [5; 32], b"two".to_vec());
    cache.write_slot(&here, [6; 32], b"three".to_vec());
    assert_eq!(cache.read_slot(&here), Some(slot(6, b"three")));
    assert_eq!(cache.read_slot(&there), Some(slot(5, b"two")));
    cache.write_slot(&there, [7; 32], vec![0; pack::LARGEST + 1]);
    assert_eq!(cache.read_slot(&there), Some(slot(5, b"two")));
    cache.clear_slot(&here);
    cache.clear_slot(&here);
    assert_eq!(cache.read_slot(&here), None);
    assert_eq!(cache.first_error(), None);
}

#[test]
fn a_slot_of_yesterday_is_not_of_today() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().to_owned(), Mode::Use);
    let key = [1; 32];
    cache.write_slot(&key, [5; 32], b"one".to_vec());
    let used = today() - 1;
    let result = b"one".to_vec();
    let entries = pack::Entries::from([([5; 32], pack::Entry { used, result })]);
    let path = cache.path(&blake3::Hash::from_bytes(key), slot::EXTENSION);
    fs::write(&path, pack::encode(&entries)).unwrap();
    let slot = cache.read_slot(&key).unwrap();
    assert!(!slot.today && slot.result == b"one");
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_and_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = Cache::new(file.join("inside"), Mode::Use);
    put(&cache, "a.idf", 1, b"one");
    let first = cache.first_error().unwrap();
    assert!(first.contains("cannot be kept"), "{first}");
    put(&cache, "b.idf", 1, b"one");
    assert_eq!(cache.first_error(), Some(first));
}

#[test]
fn nothing_is_written_where_nothing_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("inside"), Mode::Use);
    cache.close(cache.open("a.idf"));
    assert!(!folder.path().join("inside").exists());
}

/// A file of the cache without entries.
fn no_entries() -> Vec<u8> {
    pack::encode(&pack::Entries::new())
}

/// Makes a file older than any that is kept.
fn age(path: &Path) {
    let old = SystemTime::now() - SWEPT_EVERY * (DAYS_KEPT + 1);
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(old).unwrap();
}

#[test]
fn old_packs_are_swept_and_other_files_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().to_owned(), Mode::Use);
    put(&cache, "a.idf", 1, b"one");
    let (old, other, new) = ("0".repeat(32), "1".repeat(32), "2".repeat(32));
    let gone = [
        format!("{old}.pack"),
        format!("{old}.whole"),
        ".veriframe-left.tmp".to_owned(),
    ];
    // Of another name, of other contents, or young.
    let kept = [
        "pack-1.pack".to_owned(),
        "old.txt".to_owned(),
        format!("{other}.pack"),
        format!("{new}.pack"),
    ];
    for name in gone.iter().chain(&kept) {
        let is_other = *name == format!("{other}.pack");
        let contents = if is_other {
            b"PACK".to_vec()
        } else {
            no_entries()
        };
        fs::write(folder.path().join(name), contents).unwrap();
        if *name != format!("{new}.pack") {
            age(&folder.path().join(name));
        }
    }
    age(&folder.path().join(folder::SWEPT));
    put(&cache, "a.idf", 1, b"one");
    let exists = |name: &String| folder.path().join(name).exists();
    assert!(!gone.iter().any(exists));
    assert!(kept.iter().all(exists));
    assert_eq!(cache.open("a.idf").get(&[1; 32]), Some(&b"one"[..]));
    assert_eq!(cache.first_error(), None);
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join(format!("{}.pack", "0".repeat(32)));
    for name in ["pack-1.pack", "notes.txt"] {
        fs::write(folder.path().join(name), "precious").unwrap();
    }
    fs::write(&pack, no_entries()).unwrap();
    age(&pack);
    let cache = Cache::new(folder.path().to_owned(), Mode::Use);
    put(&cache, "a.idf", 1, b"one");
    let first = cache.first_error().unwrap();
    assert!(first.contains("name an empty folder"), "{first}");
    assert!(cache.clean().is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    // A folder with results alone is one of an older version.
    fs::remove_file(folder.path().join("notes.txt")).unwrap();
    fs::remove_file(folder.path().join("pack-1.pack")).unwrap();
    let cache = Cache::new(folder.path().to_owned(), Mode::Use);
    put(&cache, "a.idf", 1, b"one");
    assert_eq!(cache.first_error(), None);
    assert_eq!(FolderState::of(folder.path()).unwrap(), FolderState::Tagged);
    assert!(!pack.exists(), "it is swept");
}

#[cfg(unix)]
#[test]
fn links_and_what_is_no_file_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (inside, link) = (folder.path().join("inside"), folder.path().join("link"));
    let real = Cache::new(inside.clone(), Mode::Use);
    put(&real, "a.idf", 1, b"one");
    symlink(&inside, &link).unwrap();
    for path in [link.clone(), link.join(".")] {
        let linked = Cache::new(path, Mode::Use);
        put(&linked, "a.idf", 2, b"two");
        assert_eq!(linked.open("a.idf").get(&[1; 32]), None);
        assert!(linked.first_error().unwrap().contains("it is a link"));
    }
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    age(&victim);
    let marker = inside.join(folder::SWEPT);
    fs::remove_file(&marker).unwrap();
    symlink(&victim, &marker).unwrap();
    put(&real, "a.idf", 3, b"three");
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
    // A pack that is a link, or a device without an end, holds nothing, and is replaced.
    let pack = fs::read_dir(&inside).unwrap().map(|e| e.unwrap().path());
    let pack = pack.filter(|path| path.extension().is_some_and(|e| e == "pack"));
    let pack = pack.last().unwrap();
    let moved = folder.path().join("moved");
    fs::rename(&pack, &moved).unwrap();
    for target in [moved.as_path(), Path::new("/dev/zero")] {
        let _ = fs::remove_file(&pack);
        symlink(target, &pack).unwrap();
        let cache = Cache::new(inside.clone(), Mode::Use);
        assert_eq!(cache.open("a.idf").get(&[1; 32]), None);
        assert!(cache.first_error().unwrap().contains("not a regular file"));
        put(&cache, "a.idf", 4, b"four");
        assert!(fs::symlink_metadata(&pack).unwrap().is_file());
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_and_write_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    put(&Cache::new(inside.clone(), Mode::Use), "a.idf", 1, b"one");
    let mode = fs::metadata(inside).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}
