//! A workspace: what is reported depends on its files, their order and the options, and
//! not on how the files came about; a check that was stopped loses nothing.

use crate::support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use support::random::Random;
use support::{Program, SILENT, programs, workspace};
use veriframe::report::human::Style;
use veriframe::report::json::Detail;
use veriframe::report::{human, json};
use veriframe::{
    Cache, CacheMode, Event, FileReport, Loaded, Options, Status, Stop, TraceMode, Workspace,
};

/// All that can be shown of reports, but the time.
fn shown(loaded: &Loaded, mut reports: Vec<FileReport>) -> String {
    for member in reports.iter_mut().flat_map(|report| &mut report.members) {
        member.stats.time = Duration::ZERO;
        member.from_cache = false;
    }
    let style = Style {
        trace: TraceMode::Failing,
        full: true,
        stats: true,
        ..Style::default()
    };
    let detail = Detail {
        trace: TraceMode::Failing,
        stats: true,
    };
    let sources = loaded.sources();
    let human = reports.iter().map(|r| human::file(sources, r, style));
    let human: String = human.collect();
    human + &json::render(sources, &reports, Duration::ZERO, detail).unwrap()
}

fn checked(workspace: &Workspace) -> String {
    let loaded = workspace.load();
    let reports = loaded.check(&Stop::default(), SILENT);
    shown(&loaded, reports)
}

/// A workspace in which the files of another one are set for the first time.
fn fresh(workspace: &Workspace) -> Workspace {
    let mut fresh = Workspace::default();
    for file in workspace.files() {
        fresh.set(file.name(), file.text());
    }
    fresh
}

/// The verdicts of the members of a file, and the codes of what the front end found.
fn of_file(workspace: &Workspace, name: &str) -> Option<(Vec<Status>, Vec<String>)> {
    let loaded = workspace.load();
    let reports = loaded.check(&Stop::default(), SILENT);
    let mut named = reports.iter();
    let report = named.find(|report| loaded.sources().file(report.file).name() == name)?;
    Some((
        report.members.iter().map(|member| member.status).collect(),
        report.diagnostics.iter().map(|d| d.full_code()).collect(),
    ))
}

/// Texts for any file: some verify, some fail, some are refused, and some need another.
const TEXTS: [&str; 9] = [
    "",
    "class A { int x; int get() requires acc(x); ensures acc(x) * result = x; { return x; } }",
    "class A { int x; int get() { return x; } }",
    "class A { void m() { undeclared := 1; } }",
    "class A { void m( }",
    "public class B { public int twice(int n) { return n; } }",
    "package p; public class B { public int twice(int n) { return n + n; } }",
    "class C { static int four(B b) { return b == null ? 4 : b.twice(2); } }",
    "import p.B; class C { static int four(B b, String s) { return b == null ? s.length() : b.twice(2); } }",
];

const NAMES: [&str; 6] = [
    "a.idf",
    "b.idf",
    "A.java",
    "one/A.java",
    "one/B.java",
    "two/C.java",
];

#[test]
fn after_any_changes_a_workspace_is_as_good_as_a_fresh_one() {
    let mut random = Random::new(7);
    let mut workspace = Workspace::default();
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..60 {
        let name = NAMES[random.below(NAMES.len())];
        let was_there = names.contains(&name);
        if random.below(3) == 0 {
            assert_eq!(workspace.remove(name), was_there);
            names.retain(|other| *other != name);
        } else {
            let text = TEXTS[random.below(TEXTS.len())];
            assert_eq!(workspace.set(name, text), was_there);
            if !was_there {
                names.push(name);
            }
        }
        let order: Vec<&str> = workspace.files().map(|file| file.name()).collect();
        assert_eq!(order, names, "the order is that of setting them first");
        assert_eq!(checked(&workspace), checked(&fresh(&workspace)));
    }
}

#[test]
fn a_file_that_is_removed_is_gone_and_comes_back_at_the_end() {
    let mut workspace = Workspace::default();
    workspace.set("a.idf", TEXTS[1]);
    workspace.set("b.idf", TEXTS[2]);
    assert_eq!(of_file(&workspace, "a.idf").unwrap().0, [Status::Verified]);
    workspace.set("a.idf", TEXTS[2]);
    assert!(
        of_file(&workspace, "a.idf")
            .unwrap()
            .0
            .contains(&Status::Failed)
    );
    assert!(workspace.remove("a.idf") && !workspace.remove("a.idf"));
    assert_eq!(of_file(&workspace, "a.idf"), None);
    workspace.set("a.idf", TEXTS[1]);
    let order: Vec<&str> = workspace.files().map(|file| file.name()).collect();
    assert_eq!(order, ["b.idf", "a.idf"]);
}

#[test]
fn a_clone_does_not_see_later_changes() {
    let mut workspace = Workspace::default();
    workspace.set("a.idf", TEXTS[1]);
    let (before, loaded) = (workspace.clone(), workspace.load());
    workspace.set("a.idf", TEXTS[3]);
    assert_eq!(checked(&before), checked(&fresh(&before)));
    let reports = loaded.check(&Stop::default(), SILENT);
    assert_eq!(shown(&loaded, reports), checked(&before));
}

#[test]
fn java_files_are_grouped_again_when_one_is_removed_or_gets_a_package() {
    let mut workspace = Workspace::default();
    workspace.set("one/C.java", TEXTS[7]);
    let refused = |w: &Workspace| of_file(w, "one/C.java").unwrap().1 == ["unknown-name"];
    assert!(refused(&workspace), "`B` is in no file");
    workspace.set("one/B.java", TEXTS[5]);
    assert!(!refused(&workspace));
    workspace.remove("one/B.java");
    assert!(refused(&workspace));
    workspace.set("two/B.java", TEXTS[5]);
    assert!(refused(&workspace), "it is in another folder");
    workspace.set("one/B.java", TEXTS[5]);
    assert!(!refused(&workspace));
    workspace.set("one/B.java", TEXTS[6]);
    assert!(refused(&workspace), "it is in a package");
}

#[test]
fn contracts_of_libraries_are_set_and_removed() {
    let mut workspace = Workspace::default();
    let user = "class C { static int f() { return Lib.one(); } }";
    workspace.set("C.java", user);
    let verified = |w: &Workspace| of_file(w, "C.java").unwrap().1.is_empty();
    assert!(!verified(&workspace));
    let library = "public class Lib { public static int one(); }";
    assert!(!workspace.set_library("lib/Lib.java", library));
    assert!(verified(&workspace));
    assert!(workspace.set_library("lib/Lib.java", library));
    assert_eq!(workspace.files().count(), 1);
    assert!(workspace.remove_library("lib/Lib.java"));
    assert!(!verified(&workspace));
}

/// Wherever a check is stopped, it says what is known, and the next one says the rest.
#[test]
fn a_check_that_is_stopped_loses_nothing() {
    let all: Vec<Program> = programs("tests/verify/paper");
    let folder = tempfile::tempdir().unwrap();
    for jobs in [1, 2] {
        let options = Options {
            jobs,
            ..Options::default()
        };
        let complete = checked(&workspace(&all, &options));
        for enough in [0, 1, 5, 20] {
            let cache = folder.path().join(format!("{jobs} {enough}"));
            let options = Options {
                cache: Some(Arc::new(Cache::new(cache, CacheMode::Use))),
                ..options.clone()
            };
            let workspace = workspace(&all, &options);
            let loaded = workspace.load();
            let stop = Stop::default();
            let members = AtomicUsize::new(0);
            let reports = loaded.check(&stop, &|event| {
                if let Event::Member(_) = event
                    && members.fetch_add(1, Ordering::Relaxed) >= enough
                {
                    stop.ask();
                }
            });
            assert_eq!(reports.len(), all.len());
            let stopped = |report: &FileReport| {
                let unknown = report
                    .members
                    .iter()
                    .filter_map(|m| m.why_not_verified.as_ref());
                unknown.filter(|why| *why == "stopped").count()
            };
            let unknown: usize = reports.iter().map(stopped).sum();
            assert!(unknown > 0, "{jobs} {enough}");
            // By the same programs, and by programs that were loaded again.
            let again = loaded.check(&Stop::default(), SILENT);
            assert_eq!(shown(&loaded, again), complete);
            assert_eq!(checked(&workspace), complete);
        }
    }
}

#[test]
fn events_of_members_are_complete_and_files_are_told_of_in_order() {
    let all = programs("tests/verify/paper");
    let options = Options {
        jobs: 2,
        ..Options::default()
    };
    let loaded = workspace(&all, &options).load();
    let (begun, ended, members) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let expected = AtomicUsize::new(usize::MAX);
    let files = std::sync::Mutex::new(Vec::new());
    let caller = std::thread::current().id();
    let reports = loaded.check(&Stop::default(), &|event| match event {
        Event::Begins(count) => expected.store(count, Ordering::Relaxed),
        Event::CheckBegins(_) => drop(begun.fetch_add(1, Ordering::Relaxed)),
        Event::CheckEnds(_) => drop(ended.fetch_add(1, Ordering::Relaxed)),
        Event::Member(_) => drop(members.fetch_add(1, Ordering::Relaxed)),
        Event::File(report) => {
            assert_eq!(std::thread::current().id(), caller);
            files.lock().unwrap().push(report.file);
        }
    });
    assert_eq!(expected.into_inner(), members.into_inner());
    // (A trial on the calling thread that was given up is begun again.)
    assert!(begun.into_inner() == ended.into_inner());
    let order: Vec<_> = loaded.sources().files().map(|(id, _)| id).collect();
    assert_eq!(files.into_inner().unwrap(), order);
    assert_eq!(reports.iter().map(|r| r.file).collect::<Vec<_>>(), order);
}
