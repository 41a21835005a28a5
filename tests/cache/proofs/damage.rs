//! Corrupt, forged and contested entries, unusable folders, and the command line.

use super::{VARIED, program, shown, whole, with};
use crate::support::veriframe;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use veriframe::Options;
use veriframe::internals::z3::library;
use veriframe::internals::z3::library::Library;

/// The files with an extension in the cache folder.
pub(super) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    files
}

/// The only pack in a folder.
fn pack(folder: &Path) -> PathBuf {
    let packs = files(folder, "pack");
    assert_eq!(packs.len(), 1);
    packs[0].clone()
}

/// Damaged variants of a file: truncated anywhere, any byte changed, and unrelated
/// bytes.
pub(super) fn damaged(whole: &[u8]) -> Vec<Vec<u8>> {
    let mut damaged: Vec<Vec<u8>> = (0..whole.len()).map(|at| whole[..at].to_vec()).collect();
    damaged.extend((0..whole.len()).map(|at| {
        let mut bytes = whole.to_vec();
        bytes[at] ^= 1 << (at % 8);
        bytes
    }));
    damaged.push(b"something else".to_vec());
    damaged
}

/// The contents of a cache file: the day of the last use and the result, by key.
type Entries = BTreeMap<[u8; 32], (u32, Vec<u8>)>;

/// The length of a file's magic number; the hash of the entries and the entries follow.
const MAGIC: usize = 16;

pub(super) fn entries(path: &Path) -> Entries {
    borsh::from_slice(&fs::read(path).unwrap()[MAGIC + 32..]).unwrap()
}

/// Replaces the entries of a cache file, with a valid hash.
pub(super) fn put(path: &Path, entries: &Entries) {
    let content = borsh::to_vec(entries).unwrap();
    let hash = blake3::hash(&content);
    let bytes = fs::read(path).unwrap();
    fs::write(path, [&bytes[..MAGIC], hash.as_bytes(), &content].concat()).unwrap();
}

#[test]
fn a_pack_that_was_cut_off_or_changed_is_not_believed_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let good = shown(&program(VARIED), &with(folder.path(), &options));
    let path = pack(folder.path());
    let whole = fs::read(&path).unwrap();
    for bytes in damaged(&whole) {
        fs::write(&path, bytes).unwrap();
        whole::forget(folder.path());
        let again = shown(&program(VARIED), &with(folder.path(), &options));
        assert_eq!(again, good, "all is verified, and all is the same");
        assert_eq!(fs::read(&path).unwrap(), whole, "and kept");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_in_the_place_of_a_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let good = shown(&program(VARIED), &with(folder.path(), &options));
    let path = pack(folder.path());
    for is_pipe in [true, false] {
        fs::remove_file(&path).unwrap();
        if is_pipe {
            let made = Command::new("mkfifo").arg(&path).status().unwrap();
            assert!(made.success());
        } else {
            std::os::unix::fs::symlink("/dev/zero", &path).unwrap()
        }
        whole::forget(folder.path());
        let again = shown(&program(VARIED), &with(folder.path(), &options));
        assert_eq!(again, good, "all is verified, and all is the same");
        assert!(fs::symlink_metadata(&path).unwrap().is_file(), "and kept");
    }
}

/// A file with a program of two members that verify and one that fails.
pub(super) fn file(folder: &Path) -> PathBuf {
    let path = folder.join("varied.idf");
    fs::write(&path, VARIED).unwrap();
    path
}

pub(super) fn verify(cache: &Path, arguments: &[&str], path: &Path) -> Output {
    let mut command = veriframe();
    command.env("VERIFRAME_CACHE", cache).arg("verify");
    command.args(arguments).arg(path).output().unwrap()
}

pub(super) fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    // Only times differ.
    let lines = text.lines().map(|line| line.split(", in ").next().unwrap());
    lines
        .filter(|line| !line.contains("time_ms"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Replaces the longest result (that of the failed member) by that of a check without
/// diagnostics. The longest result is looked up next.
fn plant(folder: &Path) {
    whole::forget(folder);
    let path = pack(folder);
    let mut entries = entries(&path);
    let shortest = entries.values().min_by_key(|(_, result)| result.len());
    let nothing = shortest.unwrap().1.clone();
    let longest = entries.values_mut().max_by_key(|(_, result)| result.len());
    longest.unwrap().1 = nothing;
    put(&path, &entries);
}

#[test]
fn check_verifies_again_and_reports_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (file(folder.path()), folder.path().join("cache"));
    let first = verify(&cache, &[], &file);
    assert_eq!(first.status.code(), Some(1));
    let checked = verify(&cache, &["--cache", "check"], &file);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(text(&checked.stdout), text(&first.stdout));

    plant(&cache);
    // Whoever can write to the folder determines the output; see the README.
    assert_eq!(verify(&cache, &[], &file).status.code(), Some(0));
    let checked = verify(&cache, &["--cache", "check"], &file);
    assert_eq!(checked.status.code(), Some(3));
    let said = text(&checked.stdout);
    let sentences = [
        "internal error while verifying `Cell.bad`",
        "the cache held a result that differs",
    ];
    let wanted = if cfg!(feature = "bare-messages") {
        &["error[internal-error]"][..]
    } else {
        &sentences
    };
    assert!(wanted.iter().all(|text| said.contains(text)), "{said}");

    // The wrong entry has been replaced.
    let checked = verify(&cache, &["--cache", "check"], &file);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        text(&verify(&cache, &[], &file).stdout),
        text(&first.stdout)
    );
}

#[test]
fn check_verifies_everything_again() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (file(folder.path()), folder.path().join("cache"));
    verify(&cache, &[], &file);
    let again = verify(&cache, &["--stats"], &file);
    assert!(text(&again.stdout).contains("from the cache: 3 of 3 members"));
    let checked = verify(&cache, &["--stats", "--cache", "check"], &file);
    assert!(!text(&checked.stdout).contains("from the cache"));
}

#[test]
fn output_is_the_same_with_the_cache_and_without() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (file(folder.path()), folder.path().join("cache"));
    for arguments in [
        &[][..],
        &["--format=json"],
        &["--format=json", "--stats"],
        &["--trace"],
    ] {
        let off = [arguments, &["--cache", "off"]].concat();
        let outputs = [&off[..], arguments, arguments].map(|a| verify(&cache, a, &file));
        for output in &outputs {
            assert_eq!(text(&output.stdout), text(&outputs[0].stdout));
            assert_eq!(output.stderr, b"");
            assert_eq!(output.status.code(), Some(1));
        }
    }
}

#[test]
fn the_command_line_names_a_folder_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    let (named, other) = (folder.path().join("named"), folder.path().join("other"));
    verify(&other, &["--cache", named.to_str().unwrap()], &file);
    assert!(named.exists() && !other.exists());
    verify(&other, &["--cache", "off"], &file);
    assert!(!other.exists());
    verify(&other, &[], &file);
    assert!(other.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn the_default_is_in_the_users_cache_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path());
    let default = |variable: &str, value: &Path| {
        let mut command = veriframe();
        command
            .env_remove("VERIFRAME_CACHE")
            .env_remove("XDG_CACHE_HOME");
        if let Ok(Library::File { path, .. }) = library::find() {
            command.env("VERIFRAME_Z3", path);
        }
        command.env(variable, value).arg("verify").arg(&file);
        command.output().unwrap();
    };
    default("XDG_CACHE_HOME", &folder.path().join("xdg"));
    pack(&folder.path().join("xdg/veriframe/proofs"));
    default("HOME", &folder.path().join("home"));
    pack(&folder.path().join("home/.cache/veriframe/proofs"));
}

#[test]
fn a_folder_that_cannot_be_written_is_one_warning_and_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let first = file(folder.path());
    fs::copy(&first, folder.path().join("second.idf")).unwrap();
    let output = verify(&first.join("inside"), &[], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("warning: results cannot be kept in "),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn processes_that_write_at_once_do_each_other_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (file(folder.path()), folder.path().join("cache"));
    let alone = verify(&folder.path().join("alone"), &[], &file);
    // Different seeds have different keys in one pack.
    let start = |seed: usize| {
        let seed = (seed % 3).to_string();
        let mut command: Command = veriframe();
        command
            .env("VERIFRAME_CACHE", &cache)
            .args(["verify", "--seed", &seed]);
        command.arg(&file).stdout(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..12).map(start).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stdout), text(&alone.stdout));
        assert_eq!(output.status.code(), Some(1));
    }
    let left: Vec<PathBuf> = fs::read_dir(&cache)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert!(
        left.iter()
            .all(|p| p.extension().is_none_or(|e| e != "tmp")),
        "{left:?}"
    );
    let after = verify(&cache, &["--cache", "check"], &file);
    assert_eq!(text(&after.stdout), text(&alone.stdout));
}
