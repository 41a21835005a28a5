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

#[test]
fn old_packs_are_swept_and_other_files_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().to_owned(), Mode::Use);
    let old = SystemTime::now() - SWEPT_EVERY * (DAYS_KEPT + 1);
    for name in ["old.pack", "old.whole", "left.tmp", "old.txt", SWEPT] {
        let path = folder.path().join(name);
        fs::write(&path, "").unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(old).unwrap();
    }
    fs::write(folder.path().join("new.pack"), "").unwrap();
    put(&cache, "a.idf", 1, b"one");
    let exists = |name: &str| folder.path().join(name).exists();
    assert!(!exists("old.pack") && !exists("old.whole") && !exists("left.tmp"));
    assert!(exists("old.txt") && exists("new.pack"));
    assert_eq!(cache.open("a.idf").get(&[1; 32]), Some(&b"one"[..]));
    assert_eq!(cache.first_error(), None);
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
