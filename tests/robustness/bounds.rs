//! Bounds of a run: each ends in `unknown` with a message that names the bound, and leaves
//! the other members as they are.

use crate::support;

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::{Program, each, run, veriframe};
use veriframe::{Code, Exit, FileReport, Integers, Merging, Options, Status};

/// Verifies a text with these options.
fn report(text: &str, options: &Options) -> FileReport {
    let program = Program {
        name: "bounded.idf".to_owned(),
        text: text.to_owned(),
    };
    run(&program, options).1
}

/// Queries that no engine answers, each with a member that verifies beside it.
const HARD: [(Integers, &str); 2] = [
    (
        Integers::Unbounded,
        "class T {
  static pure int id(int n) { return n; }
  static void hard(seq<int> s)
    requires forall int i :: {id(i)} exists int j :: {id(j)} id(j) > id(i);
  {
    assert id(0) = 0;
    assert exists int j :: {id(j)} id(j) >= 0 && (forall int i :: {id(i)} id(j) > id(i));
  }
  static void easy(int n) requires n > 0; ensures n != 0; { }
}
",
    ),
    (
        Integers::Wrapping,
        "class T {
  static pure int id(int n) { return n; }
  static void hard() { assert forall int i :: T.id(i) = i; }
  static void easy(int n) requires n > 0; ensures n != 0; { }
}
",
    ),
];

#[test]
fn all_attempts_at_a_query_share_its_resource_limit() {
    for (integers, text) in HARD {
        for limit in [50_000, 400_000] {
            let options = Options {
                rlimit: limit,
                integers: Some(integers),
                ..Options::default()
            };
            let report = report(text, &options);
            let hard = report.members.iter().find(|m| m.name == "T.hard").unwrap();
            assert_eq!(hard.status, Status::Unknown, "{text}");
            // The queries before the hard one cost little.
            let most = u64::from(limit) * 3 / 2;
            assert!(hard.stats.rlimit <= most, "{limit}: {:?}", hard.stats);
            let [diagnostic] = hard.diagnostics.as_slice() else {
                panic!("{:?}", hard.diagnostics);
            };
            assert_eq!(diagnostic.code, Code::Unknown);
            let notes = diagnostic.note_texts().join("\n");
            let cost = format!("in 4 attempts, at a limit of {limit}\n");
            assert!(
                notes.contains("the query cost ") && notes.contains(&cost),
                "{notes}"
            );
            let easy = report.members.iter().find(|m| m.name == "T.easy").unwrap();
            assert_eq!(easy.status, Status::Verified);
            assert_eq!(Exit::of(&report), Exit::NotVerified);
        }
    }
}

/// A method that squares the sum of `terms` parameters `n` times, and asserts about the result.
fn squared(terms: usize, n: usize, assertion: &str) -> String {
    let params = each(terms, ", ", |i| format!("int a{i}"));
    let sum = each(terms, " + ", |i| format!("a{i}"));
    let squares = each(n, "", |i| format!("    c := c * c;  // {i}\n"));
    format!(
        "class C {{\n  static void m({params}) {{\n    int c := {sum};\n{squares}    \
         assert {assertion};\n  }}\n}}\n"
    )
}

#[test]
fn polynomials_of_a_high_degree_are_not_multiplied_out() {
    for (terms, n) in [(1, 10), (2, 8), (2, 60), (16, 3), (30, 2)] {
        // No square is 17, but Z3 would have to know that.
        let report = report(&squared(terms, n, "c != 17"), &Options::default());
        let [m] = report.members.as_slice() else {
            panic!("{report:?}");
        };
        assert_eq!(m.status, Status::Unknown, "{terms}, {n}");
        let message = &m.diagnostics[0].message();
        assert!(message.contains("too many factors"), "{message}");
        assert!(m.stats.rlimit < 100_000, "{terms}, {n}: {:?}", m.stats);
    }
    for (terms, n, assertion) in [(2, 3, "c != 17"), (2, 20, "c > 2 || c - 1 <= 1")] {
        let report = report(&squared(terms, n, assertion), &Options::default());
        assert_eq!(Exit::of(&report), Exit::Verified, "{assertion}");
    }
}

/// A method that doubles a collection `n` times.
fn doubled(sort: &str, operation: &str, n: usize, assertion: &str) -> String {
    let doublings = each(n, "", |i| format!("    s := s {operation} s;  // {i}\n"));
    format!(
        "class C {{\n  static void m({sort}<int> t) {{\n    {sort}<int> s := t;\n{doublings}    \
         assert {assertion};\n  }}\n}}\n"
    )
}

#[test]
fn collections_that_double_stay_small() {
    for (sort, operation) in [("seq", "++"), ("multiset", "union"), ("set", "union")] {
        for n in [5, 20, 60] {
            let length = match sort {
                "set" => "|s| = |t|".to_owned(),
                _ => format!("|s| = {} * |t|", 1u64 << n),
            };
            let report = report(&doubled(sort, operation, n, &length), &Options::default());
            assert_eq!(Exit::of(&report), Exit::Verified, "{sort}, {n}");
        }
    }
}

#[test]
fn elements_of_sequences_that_double_are_known() {
    let text = doubled("seq", "++", 16, "s[0] = 7 && s[100001] = 8");
    let text = text.replace("s := t", "s := [7, 8]");
    let report = report(&text, &Options::default());
    assert_eq!(Exit::of(&report), Exit::Verified, "{report:?}");
}

#[test]
fn wraps_in_one_another_are_few() {
    for n in [7, 8, 9, 10, 100] {
        let steps = each(n, "", |i| format!("    b := b + 1;  // {i}\n"));
        let text = format!(
            "class C {{\n  static void m(int c) {{\n    int b := c;\n{steps}    \
             if (c < 1000) {{ assert b = c + {n}; }}\n    assert b != c;\n    \
             assert b > c;\n  }}\n}}\n"
        );
        let options = Options {
            integers: Some(Integers::Wrapping),
            ..Options::default()
        };
        let report = report(&text, &options);
        let [m] = report.members.as_slice() else {
            panic!("{report:?}");
        };
        // The greatest numbers wrap around.
        assert_eq!(m.status, Status::Failed, "{n}");
        let [diagnostic] = m.diagnostics.as_slice() else {
            panic!("{n}: {:?}", m.diagnostics);
        };
        assert!(diagnostic.message().contains("b > c"), "{diagnostic:?}");
    }
}

/// The largest number of paths of a member of a program that verifies.
fn paths_of_verified(text: &str) -> Option<u64> {
    let report = report(text, &Options::default());
    assert_eq!(Exit::of(&report), Exit::Verified);
    report.members.iter().map(|m| m.stats.paths).max()
}

/// A method with 2,048 paths that never meet, because each gives up other permissions, before
/// `n` branches of another path that can be merged.
fn separate_before_merged(n: usize) -> String {
    const LOST: usize = 11;
    let fields = each(LOST, "", |i| {
        format!("  int f{i};\n  void lose{i}() requires acc(f{i}); {{ }}\n")
    });
    let params =
        each(LOST, "", |i| format!(", boolean a{i}")) + &each(n, "", |i| format!(", boolean b{i}"));
    let access = each(LOST, "", |i| format!(" * acc(f{i})"));
    let separate = each(LOST, "", |i| {
        format!("    if (c && a{i}) {{ lose{i}(); }}\n")
    });
    let merged = each(n, "", |i| {
        format!("    if (!c && b{i}) {{ y := y + 1; }}\n")
    });
    format!(
        "class C {{\n  int y;\n{fields}  void m(boolean c{params})\n    requires acc(y) * y = 0{access};\n    \
         ensures acc(y) * 0 <= y <= {n};\n  {{\n{separate}{merged}  }}\n}}\n"
    )
}

#[test]
fn paths_that_never_meet_do_not_keep_others_from_being_merged() {
    let paths = paths_of_verified(&separate_before_merged(18));
    assert!(paths < Some(5_000), "the paths are separate");
}

/// A method with `n` pairs of an `open` and a `close` under equal conditions.
fn correlated(n: usize) -> String {
    let params = each(n, "", |i| format!(", boolean b{i}"));
    let pairs = each(n, "", |i| {
        format!(
            "    if (b{i}) {{ open p(); x := x + 1; }}\n    y := y + 1;\n    \
             if (b{i}) {{ close p(); }}\n"
        )
    });
    format!(
        "class C {{\n  int x;\n  int y;\n  predicate p() {{ return acc(x) * 0 <= x; }}\n  \
         void m(boolean a{params})\n    requires p() * acc(y) * y = 0;\n    \
         ensures p() * acc(y) * y = {n};\n  {{\n{pairs}  }}\n}}\n"
    )
}

#[test]
fn paths_that_differ_by_what_is_opened_meet_once_it_is_closed() {
    let paths = paths_of_verified(&correlated(18));
    assert!(paths < Some(100), "the paths are separate");
}

/// A class with `n` predicates in one another, a method that opens all of them, and a member
/// that verifies at once.
fn nested(n: usize) -> String {
    let mut text = "class Nest {\n".to_owned();
    for i in 1..=n {
        let inner = if i < n {
            format!(" * p{}()", i + 1)
        } else {
            String::new()
        };
        let body = format!("acc(x{i}){inner}");
        writeln!(text, "  int x{i};\n  predicate p{i}() {{ return {body}; }}").unwrap();
    }
    text += "  void touch() requires p1(); ensures p1();\n  {\n";
    for i in 1..=n {
        writeln!(text, "    x{i} := x{i} + 1;").unwrap();
    }
    text + "  }\n  void beside(int n) requires n > 0; ensures n != 0; { }\n}\n"
}

#[test]
fn predicates_nested_too_deep_leave_their_member_unknown() {
    let options = Options {
        members: vec!["Nest.touch".to_owned(), "Nest.beside".to_owned()],
        ..Options::default()
    };
    for (n, status) in [(900, Status::Verified), (4_100, Status::Unknown)] {
        let report = report(&nested(n), &options);
        let [touch, beside] = report.members.as_slice() else {
            panic!("{n}: {:?}", report.members.len());
        };
        assert_eq!(
            (touch.status, beside.status),
            (status, Status::Verified),
            "{n}"
        );
        assert!(touch.diagnostics.is_empty(), "{n}: {:?}", touch.diagnostics);
        if status == Status::Unknown {
            let why = touch.why_not_verified.as_deref().unwrap();
            assert!(why.contains("nested more than 4000 deep"), "{why}");
            assert_eq!(Exit::of(&report), Exit::NotVerified);
        }
    }
}

/// A method that creates `n` objects, between members that verify at once.
fn objects(n: usize) -> String {
    let mut text = "class Node {\n  int x;\n  void m()\n  {\n".to_owned();
    for i in 0..n {
        writeln!(text, "    Node v{i} := new Node(); v{i}.x := {i};").unwrap();
    }
    text + "  }\n  void n(int n) requires n > 0; ensures n != 0; { }\n}\n"
}

/// A run of the binary on a file, with a report in JSON.
fn verify(folder: &Path, text: &str, options: &[&str]) -> Command {
    verify_as("json", folder, text, options)
}

/// A run of the binary on a file, with a report in this format.
fn verify_as(format: &str, folder: &Path, text: &str, options: &[&str]) -> Command {
    let file = folder.join("bounded.idf");
    fs::write(&file, text).unwrap();
    let mut command = veriframe();
    command
        .args(["verify", "--format", format])
        .args(options)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The report of a run that must have one.
fn json(output: &Output) -> Value {
    let found = serde_json::from_slice(&output.stdout);
    found.unwrap_or_else(|error| {
        let err = String::from_utf8_lossy(&output.stderr);
        panic!("{error}: {}: {err}", output.status)
    })
}

#[test]
fn memory_that_runs_out_leaves_the_member_unknown_and_the_others_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let text = objects(30_000);
    for jobs in ["1", "2"] {
        let options = ["--memory", "120MB", "--jobs", jobs];
        let output = verify(folder.path(), &text, &options).output().unwrap();
        let report = json(&output);
        assert_eq!(output.status.code(), Some(1), "{report}");
        let [m, n] = report["members"].as_array().unwrap().as_slice() else {
            panic!("{report}");
        };
        assert_eq!(m["status"], "unknown", "{report}");
        let why = m["why_unknown"].as_str().unwrap();
        assert!(
            why.contains("more than 120 MB") && why.contains("--memory"),
            "{why}"
        );
        assert_eq!(n["status"], "verified", "{report}");
    }
}

/// Runs the program with a limit of its address space, in kilobytes.
#[cfg(target_os = "linux")]
fn within_address_space(kilobytes: u64, file: &Path, cache: &Path) -> Output {
    let script = format!(
        "ulimit -v {kilobytes}; exec timeout -s KILL 60 '{}' verify --cache '{}' '{}'",
        env!("CARGO_BIN_EXE_veriframe"),
        cache.display(),
        file.display()
    );
    Command::new("sh").args(["-c", &script]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_address_space_is_said_and_nothing_is_verified_then() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.idf");
    fs::write(
        &file,
        "class A {\n  int x;\n  void m() requires acc(x); { x := 1; }\n}\n",
    )
    .unwrap();
    let cache = folder.path().join("cache");
    for kilobytes in [
        120_000, 200_000, 300_000, 500_000, 1_000_000, 1_300_000, 2_000_000,
    ] {
        let output = within_address_space(kilobytes, &file, &cache);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{kilobytes}: {err}");
        assert!(
            err.starts_with(&format!(
                "error: the address space of a process is limited to {kilobytes} kB here"
            )) && err.contains("`ulimit -v`"),
            "{kilobytes}: {err}"
        );
        assert!(output.stdout.is_empty(), "{kilobytes}");
    }
    for kilobytes in [2_500_000, 6_000_000] {
        let output = within_address_space(kilobytes, &file, &cache);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{kilobytes}: {err}");
    }
}

/// Two members: one with many paths, which takes seconds and little memory, and one that needs
/// more and more memory.
fn slow_and_large() -> String {
    let flags = each(12, ", ", |i| format!("boolean b{i}"));
    let ifs = each(12, "", |i| format!("    if (b{i}) {{ n := n + {i}; }}\n"));
    let slow = format!(
        "class Slow {{\n  static void slow({flags})\n  {{\n    int n;\n{ifs}    assert n >= 0;\n  }}\n}}\n"
    );
    slow + &objects(30_000)
}

#[test]
fn memory_that_a_member_needs_does_not_stop_a_slow_one_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--memory", "120MB", "--jobs", "2", "--merge", "off"];
    let output = verify(folder.path(), &slow_and_large(), &options)
        .output()
        .unwrap();
    let report = json(&output);
    let status = |name: &str| {
        let members = report["members"].as_array().unwrap();
        let member = members.iter().find(|member| member["name"] == name);
        member.unwrap()["status"].as_str().unwrap()
    };
    assert_eq!(status("Slow.slow"), "verified");
    assert_eq!(status("Node.m"), "unknown");
}

#[test]
fn memory_limits_that_are_no_sizes_or_too_small_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (size, why) in [
        ("0", "no run needs less than 64 MB"),
        ("1MB", "no run needs less than 64 MB"),
        ("x", "it is not a size such as `512MB` or `4GB`"),
        ("", "it is not a size"),
    ] {
        let mut command = verify(folder.path(), "int n;\n", &["--memory", size]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{size}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(
            err.contains(why) && err.contains("--memory"),
            "{size}: {err}"
        );
    }
    let output = verify(folder.path(), "int n;\n", &["--memory", "1GB"]).output();
    assert_eq!(output.unwrap().status.code(), Some(0));
}

/// What ends a run early.
#[derive(Clone, Copy, Debug)]
enum End {
    Timeout,
    Signal(&'static str),
}

/// Programs that keep one phase of a run busy for much longer than a second.
fn phases() -> [(&'static str, String); 5] {
    let members = |n: usize, member: &dyn Fn(usize) -> String| {
        let members: Vec<String> = (0..n).map(member).collect();
        format!("class C {{\n  int x;\n{}}}\n", members.concat())
    };
    let wrong = |i| {
        let (contract, body) = ("requires acc(x); ensures acc(x) * x = n;", "x := n + 1;");
        format!("  void m{i}(int n) {contract} {{ {body} }}\n")
    };
    [
        ("load", members(100_000, &wrong)),
        ("resolve", {
            let sum = vec!["a.get(a.get(i++))"; 20_000].join(" + ");
            let get = "int get(int n) { return n; }";
            format!("class A {{ {get} void m(A a, int i) {{ int k := {sum}; }} }}\n")
        }),
        ("execute", {
            let ifs = (0..4_000).map(|i| format!("    if (n != {i}) {{ x := x + {i}; }}\n"));
            let ifs: String = ifs.collect();
            members(1, &|_| {
                format!("  void m(int n) requires acc(x);\n  {{\n{ifs}  }}\n")
            })
        }),
        ("prove", HARD[0].1.to_owned()),
        ("explain", {
            let fails =
                (0..8_000).map(|i| format!("    if (n = {i}) {{ x := x + n; assert x > {i}; }}\n"));
            let fails: String = fails.collect();
            // The member that fails is known to have failed; the one after it is not verified.
            let bodies = [fails, String::new()];
            members(2, &|i| {
                let body = &bodies[i];
                format!("  void m{i}(int n) requires acc(x);\n  {{\n{body}  }}\n")
            })
        }),
    ]
}

/// Ends a run after a second. Returns its exit code, its report, and how long it took to end.
fn end(mut command: Command, end: End) -> (Option<i32>, Value, Duration) {
    const ALLOWED: Duration = Duration::from_secs(1);
    if matches!(end, End::Timeout) {
        command.args(["--timeout", "1"]);
    }
    let start = Instant::now();
    let child: Child = command.spawn().unwrap();
    if let End::Signal(signal) = end {
        std::thread::sleep(ALLOWED);
        let pid = child.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    let late = start.elapsed().saturating_sub(ALLOWED);
    (output.status.code(), json(&output), late)
}

/// How late a run may end: half a second, and what a busy machine adds.
const LATE: Duration = Duration::from_millis(2_500);

#[cfg(unix)]
#[test]
fn every_phase_ends_in_time_and_with_a_report() {
    let folder = tempfile::tempdir().unwrap();
    for (phase, text) in phases() {
        for how in [End::Timeout, End::Signal("-INT"), End::Signal("-TERM")] {
            let command = verify(folder.path(), &text, &["--rlimit", "0", "--jobs", "1"]);
            let (code, report, late) = end(command, how);
            let expected = match how {
                End::Timeout => 1,
                End::Signal(_) => 130,
            };
            assert_eq!(code, Some(expected), "{phase}, {how:?}");
            assert!(late < LATE, "{phase}, {how:?}: {late:?}");
            let reasons = ["time ran out", "stopped"];
            let text = report.to_string();
            assert!(
                reasons.iter().any(|why| text.contains(why)),
                "{phase}: {how:?}: {text:.300}"
            );
        }
    }
}

/// A class with 1,000 members that fail. Its report is larger than what a pipe holds.
fn wrong() -> String {
    let members = each(1_000, "", |i| {
        format!("  void m{i}() requires acc(x); ensures acc(x) * x = {i}; {{ }}\n")
    });
    format!("class C {{\n  int x;\n{members}}}\n")
}

/// Interrupts a run when its report begins, and reads the report with two pauses: the run notices
/// the signal after the first one, and finds after the second one that it has lasted. Returns what
/// the run wrote to both outputs.
#[cfg(unix)]
fn interrupted_while_reporting(mut command: Command) -> [String; 2] {
    const PAUSE: Duration = Duration::from_millis(400);
    const PIPE: usize = 1 << 16;
    let mut child = command.spawn().unwrap();
    let mut written = vec![0];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut written).unwrap();
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
    std::thread::sleep(PAUSE);
    let mut next = vec![0; 2 * PIPE];
    out.read_exact(&mut next).unwrap();
    written.append(&mut next);
    std::thread::sleep(PAUSE);
    let start = Instant::now();
    out.read_to_end(&mut written).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < LATE, "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(130));
    [written, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[cfg(unix)]
#[test]
fn a_report_that_is_being_written_is_completed_without_the_states_of_paths() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--trace=all", "--jobs", "1"];
    let command = verify(folder.path(), &wrong(), &options);
    let [out, err] = interrupted_while_reporting(command);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["members"].as_array().map(Vec::len), Some(1_000));
    assert_eq!(report["summary"]["failed"], 1_000);
    let diagnostics = report["diagnostics"].as_array().unwrap();
    assert_eq!(diagnostics.len(), 1_000);
    assert!(diagnostics.iter().all(|d| d["code"] == "postcondition"));
    let states = diagnostics.last().unwrap()["trace"].as_array();
    assert_eq!(states.map(Vec::len), Some(0));
    assert!(err.contains("without the states of paths"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_text_that_is_being_written_is_completed_in_brief() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--trace=failing", "--jobs", "1"];
    let command = verify_as("human", folder.path(), &wrong(), &options);
    let [out, err] = interrupted_while_reporting(command);
    let count = out.matches("[postcondition:may-not-hold]").count();
    assert_eq!(count, 1_000, "{out:.300}");
    // With source lines and states at first, then without.
    assert!(out.contains("\nC.m1, failing path"), "{out:.300}");
    assert!(!out.contains("\nC.m999, failing path"));
    assert!(out.contains("verified 0 members, 1000 failed"));
    assert!(err.contains("without source lines"), "{err}");
}

#[test]
fn a_run_that_ends_before_its_files_are_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.idf");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let output = veriframe()
        .args(["verify", "--timeout", "1"])
        .arg(&pipe)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        err.contains("time ran out, while the files were read"),
        "{err}"
    );
}

/// An ordered binary tree described by three predicates: the children of a node have the next
/// one. It has the first predicate, and the second one is demanded, so that every tree below is
/// opened and closed in vain.
fn ordered_alternating() -> String {
    let names = ["p", "q", "s"];
    let predicates = each(names.len(), "\n", |i| {
        let (name, next) = (names[i], names[(i + 1) % names.len()]);
        let child = |field: &str, order: &str| {
            format!(
                "({field} != null ==> {field}.{next}() * (opening {field}.{next}() in {order}))"
            )
        };
        let (left, right) = (child("l", "l.v <= v"), child("r", "v <= r.v"));
        format!("  predicate {name}() {{ return acc(v) * acc(l) * acc(r) * {left} * {right}; }}")
    });
    format!(
        "class Tree {{\n  int v;\n  Tree l;\n  Tree r;\n{predicates}\n  \
         void m()\n    requires p();\n    ensures q();\n  {{ v := 1; }}\n  \
         void easy(int n) requires n > 0; ensures n != 0; {{ }}\n}}\n"
    )
}

/// A predicate of which any amount is demanded, so that several are tried, with a condition that
/// no engine decides.
fn undecided_amounts() -> String {
    "class Tree {
  int v;
  static pure int id(int n) { return n; }
  predicate odd(seq<int> s) {
    return acc(v) * (exists int j :: {Tree.id(j)} Tree.id(j) >= 0 && (forall int i :: {Tree.id(i)} Tree.id(j) > Tree.id(i)));
  }
  void m(seq<int> s)
    requires acc(v);
    requires forall int i :: {Tree.id(i)} exists int j :: {Tree.id(j)} Tree.id(j) > Tree.id(i);
    ensures acc(odd(s), _);
  { v := Tree.id(1); }
  void easy(int n) requires n > 0; ensures n != 0; { }
}
"
    .to_owned()
}

#[test]
fn inference_ends_when_its_queries_have_no_answers() {
    const LIMIT: u64 = 2_000_000;
    for text in [ordered_alternating(), undecided_amounts()] {
        for merge in [Merging::default(), Merging::Always] {
            let options = Options {
                merge,
                rlimit: 3_000_000,
                ..Options::default()
            };
            let report = report(&text, &options);
            let member = |name| report.members.iter().find(|m| m.name == name).unwrap();
            let hard = member("Tree.m");
            assert_eq!(hard.status, Status::Unknown, "{text}");
            let why = hard.why_not_verified.as_deref().unwrap();
            let too_long = "inference of `open` and `close` took too long";
            assert!(why.starts_with(too_long), "{why}");
            assert!(why.contains("--infer=off"), "{why}");
            let [diagnostic] = hard.diagnostics.as_slice() else {
                panic!("{:?}", hard.diagnostics);
            };
            assert_eq!(diagnostic.code, Code::Unknown);
            assert!(diagnostic.message().starts_with(too_long), "{diagnostic:?}");
            // The query during which the limit is reached is completed.
            let most = LIMIT + u64::from(options.rlimit);
            assert!(hard.stats.rlimit <= most, "{:?}", hard.stats);
            assert_eq!(member("Tree.easy").status, Status::Verified);
        }
    }
}

/// Runs a command on one program: the exit code and both outputs.
fn ran(name: &str, text: &str, args: &[&str]) -> (i32, String) {
    let folder = support::folder(&[(name, text)]);
    let mut command = veriframe();
    let output = command
        .current_dir(folder.path())
        .args(args)
        .arg(name)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), text.concat())
}

/// What doubles is refused before it is made, whatever it is.
#[test]
fn a_run_ends_before_a_value_is_made_that_does_not_fit() {
    let programs = [
        (
            "a.idf",
            "seq<int> s := [1]; int i := 0; while (i < 60) { s := s ++ s; i++; }",
        ),
        (
            "a.idf",
            "multiset<int> s := multiset{1}; seq<int> t := [2]; int i := 0;
             while (i < 60) { t := t ++ t; i++; s := s union multiset(t); }",
        ),
        (
            "A.java",
            "class A { public static void main(String[] args) {
  String s = \"x\";
  for (int i = 0; i < 60; i++) { s = s + s; }
} }",
        ),
        (
            "A.java",
            "class A { public static void main(String[] args) {
  String s = \"x\";
  for (int i = 0; i < 60; i++) { s = s.concat(s); }
} }",
        ),
    ];
    for (name, text) in programs {
        let limits = ["run", "--contracts", "off", "--memory", "256MB"];
        let (code, said) = ran(name, text, &limits);
        assert_eq!(code, 1, "{text}: {said}");
        assert!(said.contains("256 MB"), "{text}: {said}");
        assert!(said.contains("--memory"), "{text}: {said}");
    }
}

/// Operations on long values take steps in proportion to their length, so that a limit ends a run
/// that does few of them.
#[test]
fn long_operations_take_steps() {
    let text = "seq<int> s := [1]; int i := 0; while (i < 16) { s := s ++ s; i++; }
i := 0; while (i < 1000) { seq<int> t := s ++ s; i++; }";
    let (code, said) = ran("a.idf", text, &["run", "--steps", "100000"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("100000 steps"), "{said}");
    let few = text.replace("1000", "1");
    let (code, said) = ran("a.idf", &few, &["run", "--steps", "100000"]);
    assert_eq!((code, said.as_str()), (0, ""));
}

/// One operation that does not end in time is ended.
#[test]
fn what_does_not_react_to_the_time_limit_is_ended() {
    let text = "seq<int> s := [1]; int i := 0; while (i < 22) { s := s ++ s; i++; }
seq<seq<int>> a := [s]; seq<seq<int>> b := [s[0 := 1]];
i := 0; while (i < 22) { a := a ++ a; b := b ++ b; i++; }
bool same := a = b;";
    let (code, said) = ran("a.idf", text, &["run", "--timeout", "2"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("time ran out"), "{said}");
}

/// A session of the debugger keeps as many states as fit.
#[test]
fn an_endless_recursion_ends_in_the_debugger() {
    let text = "class R { static int f(int n) { return f(n + 1); } }";
    let session = [
        "debug",
        "--run",
        "--member",
        "R.f",
        "--memory",
        "2GB",
        "--command",
        "continue; where",
    ];
    let (code, said) = ran("a.idf", text, &session);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("the calls are nested too deep"), "{said}");
    assert!(said.contains("#5000 R.f at "), "{said}");
}

/// Sizes beyond which time would grow faster than the text.
#[test]
fn what_is_too_large_is_refused_at_its_place() {
    let digits = |n: usize| "7".repeat(n);
    let text = |n: usize| {
        format!(
            "class B {{ static void m() {{ int x := {}; }} static void n() requires true; {{ }} }}",
            digits(n)
        )
    };
    assert_eq!(
        Exit::of(&report(&text(10_000), &Options::default())),
        Exit::Verified
    );
    let refused = report(&text(100_000), &Options::default());
    let [diagnostic] = refused.diagnostics.as_slice() else {
        panic!("{:?}", refused.diagnostics);
    };
    assert_eq!(diagnostic.code, Code::Unsupported);
    assert!(
        diagnostic.message().contains("10000 digits"),
        "{}",
        diagnostic.message()
    );
    // The other member is verified all the same.
    let other = refused.members.iter().find(|member| member.name == "B.n");
    assert_eq!(other.map(|member| member.status), Some(Status::Verified));
    for part in ["a", "a++"] {
        let chain = |n: usize| vec![part; n].join(" + ");
        let text = |n: usize| {
            format!(
                "class C {{\n  //@ requires 0 <= a && a < 10;\n  static int f(int a) {{ return {}; }}\n  static int g(int a) {{ return a; }}\n}}\n",
                chain(n)
            )
        };
        let (code, said) = ran("C.java", &text(60), &["verify", "--cache", "off"]);
        assert_eq!(code, 0, "{said}");
        let (code, said) = ran("C.java", &text(8_000), &["verify", "--cache", "off"]);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("more than 1000 operators"), "{said}");
        assert!(said.contains("verified 1 member"), "{said}");
    }
    // Texts are not numbers.
    let words = vec!["a"; 3_000].join(" + ");
    let text = format!("class C {{ static String f(int a) {{ return \"\" + {words}; }} }}\n");
    let (code, said) = ran("C.java", &text, &["verify", "--cache", "off"]);
    assert_eq!(code, 0, "{said}");
}

/// Java counts variables only, and so does the other notation.
#[test]
fn only_variables_are_counted() {
    for wrong in [
        "++++a",
        "++(++a)",
        "(a++)++",
        "++a++",
        "--(a + 1)",
        "++(b ? a : c)",
        "++f(a)",
    ] {
        let text = format!(
            "class C {{ static int f(int a) {{ return a; }}\n  static int g(boolean b, int a, int c) {{ return {wrong}; }} }}\n"
        );
        for (name, text) in [
            ("C.java", text.clone()),
            ("c.idf", text.replace("boolean", "bool")),
        ] {
            let (code, said) = ran(name, &text, &["verify", "--cache", "off"]);
            assert_eq!(code, 2, "{wrong}: {said}");
            assert!(said.contains("this cannot be assigned"), "{wrong}: {said}");
        }
    }
    for right in [
        "++a",
        "a++ + ++a",
        "++(a)",
        "((a))++",
        "- --a",
        "d[0]++",
        "--d[a++]",
    ] {
        let text = format!("class C {{ static int g(int a, int[] d) {{ return {right}; }} }}\n");
        let (_, said) = ran(
            "C.java",
            &text,
            &["verify", "--int", "wrapping", "--cache", "off"],
        );
        assert!(!said.contains("cannot be assigned"), "{right}: {said}");
    }
}
