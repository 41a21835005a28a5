//! The report cache: a cached report is used only if no byte of the program and no
//! relevant option has changed, it is output unchanged, and it is protected like the
//! results of members.

use super::damage::{damaged, entries, file, files, put, text, verify};
use super::{ALL, VARIED, program, shown, with};
use std::fs;
use std::path::{Path, PathBuf};
use veriframe::{Code, Options, TraceMode};

/// The files with cached reports.
fn reports(folder: &Path) -> Vec<PathBuf> {
    files(folder, "whole")
}

/// Removes them, so that members are looked up.
pub(super) fn forget(folder: &Path) {
    for path in reports(folder) {
        fs::remove_file(path).unwrap();
    }
}

/// Removes the results of members, so that only reports are cached.
fn forget_members(folder: &Path) {
    for path in files(folder, "pack") {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_program_that_did_not_change_needs_no_results_of_members() {
    let folder = tempfile::tempdir().unwrap();
    for trace in [TraceMode::Off, TraceMode::Failing, TraceMode::All] {
        let options = Options {
            trace,
            ..Options::default()
        };
        let first = shown(&program(VARIED), &with(folder.path(), &options));
        forget_members(folder.path());
        let second = shown(&program(VARIED), &with(folder.path(), &options));
        assert_eq!(first.verified, ALL);
        assert_eq!(second.verified, [""; 0]);
        assert_eq!(second.text, first.text);
        assert_eq!(second.text, shown(&program(VARIED), &options).text);
    }
}

#[test]
fn every_format_shows_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (file(folder.path()), folder.path().join("cache"));
    for arguments in [
        &[][..],
        &["--color=always"],
        &["--format=json"],
        &["--format=json", "--stats"],
        &["--format=json", "--trace=all"],
        &["--trace"],
        &["--trace=all", "--full"],
        &["--deny=assume"],
        &["--int=checked"],
    ] {
        let off = [arguments, &["--cache", "off"]].concat();
        let fresh = verify(&cache, &off, &file);
        verify(&cache, arguments, &file);
        forget_members(&cache);
        let known = verify(&cache, arguments, &file);
        assert_eq!(text(&known.stdout), text(&fresh.stdout), "{arguments:?}");
        assert_eq!(known.stderr, b"");
        assert_eq!(known.status.code(), fresh.status.code());
    }
    let known = verify(&cache, &["--stats"], &file);
    let said = text(&known.stdout);
    assert!(said.contains("from the cache: 3 of 3 members"), "{said}");
}

#[test]
fn what_the_front_end_says_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    for wrong in ["class C { int x; int x; }", "class {", ""] {
        let fresh = shown(&program(wrong), &options);
        for _ in 0..2 {
            let cached = shown(&program(wrong), &with(folder.path(), &options));
            assert_eq!(cached, fresh);
        }
    }
}

#[test]
fn a_changed_byte_is_another_program() {
    let options = Options::default();
    let others = [
        VARIED.replace("int x;", "int x; // a"),
        VARIED.replace("int x;", "int x; // b"),
        format!("\n{VARIED}"),
        format!("{VARIED}\n"),
    ];
    for other in others {
        let folder = tempfile::tempdir().unwrap();
        let original = shown(&program(VARIED), &with(folder.path(), &options));
        let fresh = shown(&program(&other), &options);
        let cached = shown(&program(&other), &with(folder.path(), &options));
        assert_eq!(cached.text, fresh.text);
        assert!(!cached.verified.contains(&"Cell.good".to_owned()));
        // The members of an earlier version are still cached.
        let back = shown(&program(VARIED), &with(folder.path(), &options));
        assert_eq!(back.text, original.text);
        assert!(!back.verified.contains(&"Cell.good".to_owned()));
        shown(&program(&other), &with(folder.path(), &options));
        forget_members(folder.path());
        let known = shown(&program(&other), &with(folder.path(), &options));
        assert_eq!(known.text, fresh.text);
        assert_eq!(known.verified, [""; 0]);
        assert_eq!(reports(folder.path()).len(), 1, "one text replaces another");
    }
}

#[test]
fn options_that_decide_what_is_reported_count() {
    let folder = tempfile::tempdir().unwrap();
    let base = Options::default();
    let count = |options: &Options| {
        let cached = shown(&program(VARIED), &with(folder.path(), options));
        assert_eq!(cached.text, shown(&program(VARIED), options).text);
        reports(folder.path()).len()
    };
    let changed = |change: &dyn Fn(&mut Options)| {
        let mut options = base.clone();
        change(&mut options);
        options
    };
    assert_eq!(count(&base), 1);
    assert_eq!(count(&changed(&|o| o.jobs = 2)), 1);
    assert_eq!(count(&changed(&|o| o.deny = vec![Code::Assume])), 2);
    assert_eq!(count(&changed(&|o| o.seed = 1)), 3);
    assert_eq!(count(&changed(&|o| o.trace = TraceMode::All)), 4);
    // Only the program tells whether the named members exist.
    let one = vec!["Cell.trusting".to_owned()];
    assert_eq!(count(&changed(&|o| o.members = one.clone())), 4);
    let folder = folder.path();
    let (file, cache) = (file(folder), folder.join("cache"));
    for _ in 0..2 {
        let unknown = verify(&cache, &["--member=Cell.none"], &file);
        assert_eq!(unknown.status.code(), Some(2));
    }
}

#[test]
fn a_report_that_was_cut_off_or_changed_is_not_believed_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::default();
    let good = shown(&program(VARIED), &with(folder.path(), &options));
    let path = reports(folder.path()).remove(0);
    let whole = fs::read(&path).unwrap();
    for bytes in damaged(&whole) {
        fs::write(&path, bytes).unwrap();
        let again = shown(&program(VARIED), &with(folder.path(), &options));
        assert_eq!(again.text, good.text);
        assert_eq!(fs::read(&path).unwrap(), whole, "it is kept again");
    }
}

/// Replaces the cached report of one program by that of another.
fn plant(from: &Path, to: &Path) {
    let false_ones = entries(from).into_values().map(|(_, result)| result);
    let mut all = entries(to);
    for ((_, result), false_one) in all.values_mut().zip(false_ones) {
        *result = false_one;
    }
    put(to, &all);
}

#[test]
fn check_reports_a_report_that_differs_and_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (file(folder.path()), folder.path().join("cache"));
    let other = folder.path().join("other");
    let first = verify(&cache, &[], &file);
    let right = text(&first.stdout);
    assert_eq!(first.status.code(), Some(1));
    // A report without failures: the wrong body is in the other program.
    fs::write(&file, VARIED.replace("v + 1", "v + 0")).unwrap();
    assert_eq!(verify(&other, &[], &file).status.code(), Some(0));
    fs::write(&file, VARIED).unwrap();
    plant(&reports(&other)[0], &reports(&cache)[0]);
    assert_eq!(verify(&cache, &[], &file).status.code(), Some(0));

    let checked = verify(&cache, &["--cache", "check"], &file);
    assert_eq!(checked.status.code(), Some(3));
    let said = text(&checked.stdout);
    assert!(
        said.contains("the cache held a report that differs"),
        "{said}"
    );
    let checked = verify(&cache, &["--cache", "check"], &file);
    assert_eq!(checked.status.code(), Some(1));
    for output in [checked, verify(&cache, &[], &file)] {
        assert_eq!(text(&output.stdout), right);
    }
}

#[test]
fn a_file_is_known_wherever_it_stands_in_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let second = file(&programs);
    let alone = verify(&cache, &[], &second);
    forget_members(&cache);
    fs::write(programs.join("first.idf"), "class First { int x; }").unwrap();
    let both = verify(&cache, &["--format=json", "--stats"], &programs);
    let fresh = verify(
        &cache,
        &["--format=json", "--stats", "--cache=off"],
        &programs,
    );
    assert_eq!(text(&both.stdout), text(&fresh.stdout));
    assert_eq!(alone.status.code(), both.status.code());
}
