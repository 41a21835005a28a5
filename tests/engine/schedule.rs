//! Verification of many programs at once: outcomes do not depend on the number of
//! workers, are reported in order, and exist even if a run is stopped.

use crate::support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::{Program, program, programs, root, workspace};
use veriframe::{Event, MemberOutcome, Merging, Options, ProverMode, Status, Stop, TraceMode};

/// Verifies programs in one run: the outcomes by program, and the names of reported
/// events.
fn verify(
    programs: &[Program],
    options: &Options,
    stop: &Stop,
) -> (Vec<Vec<MemberOutcome>>, Vec<String>) {
    let loaded = workspace(programs, options).load();
    let told = Mutex::new((Vec::new(), 0));
    let reports = loaded.check(stop, &|event| {
        let mut told = told.lock().unwrap();
        match event {
            Event::Member(outcome) => told.0.push(outcome.name.clone()),
            Event::File(_) => told.1 += 1,
            _ => (),
        }
    });
    let (members, files) = told.into_inner().unwrap();
    assert_eq!(files, reports.len());
    assert!(reports.is_sorted_by_key(|report| report.file));
    (reports.into_iter().map(|r| r.members).collect(), members)
}

/// All of an outcome but the time.
fn timeless(outcomes: &[Vec<MemberOutcome>]) -> String {
    let mut outcomes = outcomes.to_vec();
    let members = outcomes.iter_mut().flatten();
    members.for_each(|member| member.stats.time = Duration::ZERO);
    format!("{outcomes:#?}")
}

#[test]
fn outcomes_are_the_same_for_any_number_of_workers() {
    let mut all = programs("tests/verify/rules");
    all.extend(programs("tests/verify/paper"));
    all.extend(programs("tests/soundness").into_iter().take(20));
    let options = |jobs| Options {
        jobs,
        trace: TraceMode::Failing,
        ..Options::default()
    };
    let (one, mut told) = verify(&all, &options(1), &Stop::default());
    let members = one.iter().map(Vec::len).sum::<usize>();
    assert!(members > 100, "{members}");
    assert_eq!(told.len(), members, "each member is told of once");
    told.sort();
    for jobs in [2, 8] {
        let (more, mut told_more) = verify(&all, &options(jobs), &Stop::default());
        assert!(timeless(&one) == timeless(&more), "{jobs} workers");
        told_more.sort();
        assert_eq!(told, told_more);
    }
}

/// Programs whose members query Z3, merge states, fail, and need several attempts.
const SEVERAL: [&str; 4] = [
    "examples/binary_search.idf",
    "examples/queue.idf",
    "tests/verify/rules/errors_on_every_path.idf",
    "tests/verify/rules/quantified_recursive_calls.idf",
];

#[test]
fn no_member_s_outcome_or_cost_depends_on_the_others() {
    for name in SEVERAL {
        let program = [program(&root().join(name))];
        for (prover, merge) in pairs(
            [ProverMode::On, ProverMode::Off, ProverMode::Check],
            [Merging::Off, Merging::Many, Merging::Always],
        ) {
            let options = Options {
                prover,
                merge,
                ..Options::default()
            };
            let (together, _) = verify(&program, &options, &Stop::default());
            for member in together.into_iter().flatten() {
                let options = Options {
                    members: vec![member.name.clone()],
                    ..options.clone()
                };
                let (alone, _) = verify(&program, &options, &Stop::default());
                let alone = alone.into_iter().flatten().find(|m| m.name == member.name);
                let alone = timeless(&[vec![alone.unwrap()]]);
                assert_eq!(
                    alone,
                    timeless(&[vec![member]]),
                    "{name} {prover:?} {merge:?}"
                );
            }
        }
    }
}

/// All pairs.
fn pairs<A: Copy, B: Copy, const N: usize>(a: [A; N], b: [B; N]) -> Vec<(A, B)> {
    a.iter()
        .flat_map(|&a| b.iter().map(move |&b| (a, b)))
        .collect()
}

#[test]
fn only_what_is_asked_for_is_reported_but_what_it_needs_is_known() {
    let text = "
class C {
  int x;
  predicate odd() { return x = 1; }
  void user() requires odd(); ensures odd(); { open odd(); close odd(); }
  void other() ensures false; { }
}";
    let program = Program {
        name: "c.idf".into(),
        text: text.into(),
    };
    let options = Options {
        members: vec!["C.user".into()],
        ..Options::default()
    };
    let (outcomes, told) = verify(&[program], &options, &Stop::default());
    assert_eq!(told, ["C.user"]);
    let [outcome] = outcomes[0].as_slice() else {
        panic!("{outcomes:?}");
    };
    assert_eq!(outcome.status, Status::Unknown);
    let why = outcome.why_not_verified.as_deref().unwrap();
    assert!(why.contains("`C.odd`, which is not well-formed"), "{why}");
}

#[test]
fn without_time_all_is_unknown() {
    let options = Options {
        jobs: 2,
        ..Options::default()
    };
    let late = Stop::new(Arc::default(), Some(Duration::ZERO));
    let (outcomes, _) = verify(&programs("examples"), &options, &late);
    for member in outcomes.iter().flatten() {
        assert_eq!(member.status, Status::Unknown, "{}", member.name);
        assert_eq!(member.why_not_verified.as_deref(), Some("time ran out"));
        assert!(member.diagnostics.is_empty(), "{:?}", member.diagnostics);
    }
}

/// A program with a very hard query for Z3, and members that verify quickly.
const LONG: &str = "
class Long {
  int easy(int a)
    requires 0 ≤ a;
    ensures 0 ≤ result;
  { return a; }

  void hard(int a, int b, int c)
    requires 0 < a * 0 < b * 0 < c;
  { assert a * a * a + b * b * b ≠ c * c * c; }

  void wrong(int a)
    ensures a = 1;
  { }
}
";

fn long(folder: &Path) -> Command {
    fs::write(folder.join("long.idf"), LONG).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_veriframe"));
    command
        .current_dir(folder)
        .args(["verify", "long.idf", "-v", "--rlimit", "0", "--jobs", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The report on [`LONG`] by a run that was stopped during Z3's search.
fn is_half_done(output: &Output, why: &str) {
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = format!(
        "long.idf: 1 member verified, 1 failed (Long.wrong), 1 unknown (Long.hard)\n  \
         Long.hard is unknown: {why}\n"
    );
    assert!(text.contains(&expected), "{text}");
    assert!(!text.contains("resource limit"), "{text}");
}

#[test]
fn time_that_is_over_interrupts_z3() {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let output = long(folder.path())
        .args(["--timeout", "3"])
        .output()
        .unwrap();
    is_half_done(&output, "time ran out");
    assert_eq!(output.status.code(), Some(1));
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let child = long(folder.path()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let pid = child.id().to_string();
    let start = Instant::now();
    let kill = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    is_half_done(&output, "stopped");
    assert_eq!(output.status.code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_the_process() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody reads the output, which exceeds a pipe's buffer: after the first signal,
    // the process blocks on writing.
    let classes: String = (0..2000)
        .map(|n| LONG.replace("Long", &format!("Long{n}")))
        .collect();
    let mut command = long(folder.path());
    fs::write(folder.path().join("long.idf"), classes).unwrap();
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let pid = child.id().to_string();
    let kill = || Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(kill().success());
    std::thread::sleep(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none(), "it waits");
    assert!(kill().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
