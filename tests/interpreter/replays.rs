//! What runs show of failed proofs, over all failing programs of the tests: how many failures are
//! confirmed, whether Java agrees, and what explanations cost. `VERIFRAME_REPLAYS=all cargo test
//! --release --test interpreter replays -- --nocapture` takes all programs instead of a sample, and prints the
//! shares and times.

use crate::java_tests;
use crate::support;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use support::{Program, in_parallel, is_chosen, java_programs, options, programs, run};
use veriframe::{Code, Diagnostic, Options, Severity, Stop, TestRequest, Workspace};

/// The folders whose programs are tried.
const FOLDERS: [&str; 4] = [
    "tests/verify",
    "tests/soundness",
    "tests/explained",
    "tests/debug",
];

fn takes_all() -> bool {
    std::env::var("VERIFRAME_REPLAYS").is_ok_and(|value| value == "all")
}

fn chosen(mut all: Vec<Program>, one_in: u32) -> Vec<Program> {
    if !takes_all() {
        all.retain(|program| is_chosen(program, one_in));
    }
    all
}

/// The errors of members of a program, as they are explained.
fn errors(program: &Program, explain: bool) -> Vec<Diagnostic> {
    let options = Options {
        explain,
        jobs: 1,
        ..options(program).unwrap()
    };
    let (_, report) = run(program, &options);
    let all = report.members.iter().flat_map(|member| &member.diagnostics);
    let errors = all.filter(|d| d.severity == Severity::Error && !d.code.is_front_end());
    errors.cloned().collect()
}

/// The result of the replay of an error; none where nothing is explained.
fn replay(error: &Diagnostic) -> Option<&'static str> {
    error
        .counterexample
        .as_ref()
        .map(|found| found.replay.name())
}

#[test]
fn objects_that_are_met_again_are_described_once() {
    let text = "class Node { Node next; int v; void m(Node other) requires acc(next) * acc(v) * next = \
                this; requires acc(other.next) * acc(other.v) * other.next = this; ensures acc(next) \
                * acc(v) * acc(other.next) * acc(other.v) * v = old(v); { v := v + 2; next := other; } }";
    let cyclic = Program {
        name: "cyclic.idf".to_owned(),
        text: text.to_owned(),
    };
    let errors = errors(&cyclic, true);
    let [error] = errors.as_slice() else {
        panic!("{errors:?}");
    };
    let found = error.counterexample.as_ref().unwrap();
    assert_eq!(found.replay.name(), "confirmed");
    let shown = |values: &[(String, String)]| {
        let values = values.iter();
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        values.join(", ")
    };
    // With the numbers that they have on entry.
    assert_eq!(
        shown(&found.input),
        "this = Node#1 { next = Node#1, v = 0 }, other = Node#2 { next = Node#1, v = 0 }"
    );
    assert_eq!(
        shown(&found.values),
        "this = Node#1 { next = Node#2 { next = Node#1, v = 0 }, v = 2 }, other = Node#2"
    );
}

#[test]
fn most_failures_are_confirmed() {
    let mut table = String::new();
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failing = 0;
    for (word, of) in [
        ("idf", programs as fn(&str) -> Vec<Program>),
        ("java", java_programs),
    ] {
        for folder in FOLDERS {
            let all = chosen(of(folder), 8);
            let found = in_parallel(&all, |program| errors(program, true));
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for error in found.iter().flatten() {
                let name = replay(error).unwrap_or("none");
                *counts.entry(name).or_default() += 1;
                *totals.entry(name).or_default() += 1;
            }
            let with_errors = found.iter().filter(|errors| !errors.is_empty()).count();
            failing += with_errors;
            table += &format!("{folder:<16} {word:<5} {with_errors:>4} programs  {counts:?}\n");
        }
    }
    let count = |name: &str| totals.get(name).copied().unwrap_or(0);
    let all: usize = totals.values().sum();
    println!("{table}all: {failing} programs, {all} failures: {totals:?}");
    assert!(failing > 40, "{table}");
    assert!(count("confirmed") * 2 > all, "{table}{totals:?}");
    assert_eq!(count("none"), 0, "{table}");
}

/// A failure of a Java program is confirmed only if a run in Java fails, too, unless it violates
/// what Java does not check: then its regression test says so.
#[test]
fn java_agrees_with_confirmations() {
    if !support::tools::there_is_java("confirmed failures") {
        return;
    }
    // All programs: a sample could leave out the one that is wrong.
    let folders = FOLDERS.into_iter().chain(["docs/java", "tests/execution"]);
    let all: Vec<Program> = folders.flat_map(java_programs).collect();
    let compared = in_parallel(&all, |program| {
        let confirmed = errors(program, true);
        let confirmed = confirmed.iter().filter(|e| replay(e) == Some("confirmed"));
        let confirmed: Vec<&Diagnostic> = confirmed.collect();
        let mut lines: Vec<String> = Vec::new();
        if confirmed.is_empty() {
            return lines;
        }
        let mut workspace = Workspace::new(options(program).unwrap());
        let name = program.name.rsplit('/').next().unwrap().to_owned();
        workspace.set(name.clone(), program.text.clone());
        let mut members: Vec<String> = confirmed.iter().filter_map(|e| e.member.clone()).collect();
        members.sort();
        members.dedup();
        let request = TestRequest {
            members,
            time: Duration::from_secs(3600),
            runs: 200,
            jobs: 1,
            depth: 6,
            with_regressions: true,
            input: Vec::new(),
        };
        let loaded = workspace.load();
        // A compiler takes no program with errors.
        if !loaded.is_complete() {
            return vec!["no test: overloaded".to_owned(); confirmed.len()];
        }
        let Ok(mut report) = loaded.test(&request, &Stop::default(), &|_, _, _| ()) else {
            // Overloads cannot be named.
            return vec!["no test: overloaded".to_owned(); confirmed.len()];
        };
        // A call of `null` is none that a compiler takes.
        let findings = report.members.iter_mut().flat_map(|m| &mut m.findings);
        for finding in findings {
            let of_null = |r: &veriframe::Regression| r.text.contains(" null.");
            if finding.regression.as_ref().is_some_and(of_null) {
                finding.regression = None;
            }
        }
        let ends = java_tests::ends(&[(&name, &program.text)], &report);
        for error in confirmed {
            let line = loaded.sources().start(error.span).line;
            let findings = report.members.iter().flat_map(|member| &member.findings);
            let mut same = findings
                .filter(|found| found.diagnostic.code == error.code && found.line == line)
                .peekable();
            let is_found = same.peek().is_some();
            let same = same.find_map(|found| found.regression.as_ref());
            let end = same.map(|regression| {
                let class = regression.file.rsplit('/').next().unwrap();
                let class = class.strip_suffix("_Test.java").unwrap();
                let is_unnoticed = regression.text.contains("Java does not notice this");
                (is_unnoticed, ends.get(class).map(String::as_str))
            });
            lines.push(match end {
                Some((true, _)) => "unnoticed".to_owned(),
                Some((false, Some("passes"))) if error.code == Code::Overflow => {
                    "overflow".to_owned()
                }
                Some((false, Some("passes"))) => {
                    format!(
                        "{}:{line}: {} passes in Java",
                        program.name,
                        error.full_code()
                    )
                }
                Some((false, Some(_))) => "fails".to_owned(),
                _ if is_found => "no test: not in Java".to_owned(),
                _ => "no test: not found".to_owned(),
            });
        }
        lines
    });
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in compared.into_iter().flatten() {
        *counts.entry(line).or_default() += 1;
    }
    println!("{counts:?}");
    let is_known = |line: &&String| {
        let known = ["unnoticed", "overflow", "fails"];
        known.contains(&line.as_str()) || line.starts_with("no test: ")
    };
    let wrong: Vec<&String> = counts.keys().filter(|line| !is_known(line)).collect();
    assert_eq!(wrong, [""; 0], "{counts:?}");
    assert!(counts.get("fails").is_some_and(|n| *n > 3), "{counts:?}");
}

/// Explanations cost at most as much as the check, for the median failing program; and no program
/// takes long in them.
#[test]
fn explanations_are_cheap() {
    let all: Vec<Program> = FOLDERS.into_iter().flat_map(programs).collect();
    let all = chosen(all, 16);
    let mut ratios: Vec<(f64, Duration, Duration, String)> = Vec::new();
    for program in &all {
        let timed = |explain| {
            let start = Instant::now();
            let found = errors(program, explain);
            (start.elapsed(), !found.is_empty())
        };
        let (without, fails) = timed(false);
        if !fails {
            continue;
        }
        let (with, _) = timed(true);
        let ratio = with.as_secs_f64() / without.as_secs_f64();
        ratios.push((ratio, with, without, program.name.clone()));
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let median = ratios[ratios.len() / 2].0;
    let mut slow: Vec<_> = ratios.iter().collect();
    slow.sort_by_key(|(_, with, without, _)| std::cmp::Reverse(with.saturating_sub(*without)));
    for (ratio, with, without, name) in slow.iter().take(12) {
        println!("{name}: {with:?} instead of {without:?} ({ratio:.1})");
    }
    println!("median of {} programs: {median:.2}", ratios.len());
    assert!(median <= 2.0, "{median}");
    let longest = slow.first().unwrap();
    let more = longest.1.saturating_sub(longest.2);
    assert!(more < Duration::from_secs(20), "{}: {more:?}", longest.3);
}
