//! Tests of the folder: what is written is read again, old things go, and
//! trouble is said once and never fails.
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
    assert_eq!(cache.trouble(), None);
}

#[test]
fn a_folder_that_cannot_be_written_is_trouble_and_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = Cache::new(file.join("inside"), Mode::Use);
    put(&cache, "a.idf", 1, b"one");
    let first = cache.trouble().unwrap();
    assert!(first.contains("cannot be kept"), "{first}");
    put(&cache, "b.idf", 1, b"one");
    assert_eq!(cache.trouble(), Some(first));
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
    for name in ["old.pack", "left.tmp", "old.txt", SWEPT] {
        let path = folder.path().join(name);
        fs::write(&path, "").unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(old).unwrap();
    }
    fs::write(folder.path().join("new.pack"), "").unwrap();
    put(&cache, "a.idf", 1, b"one");
    let exists = |name: &str| folder.path().join(name).exists();
    assert!(!exists("old.pack") && !exists("left.tmp"));
    assert!(exists("old.txt") && exists("new.pack"));
    assert_eq!(cache.open("a.idf").get(&[1; 32]), Some(&b"one"[..]));
    assert_eq!(cache.trouble(), None);
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
