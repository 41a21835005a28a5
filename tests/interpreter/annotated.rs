//! Verified means verified, for random annotated programs: contracts, loops with invariants,
//! predicates, fractions, slices, dispatch, machine integers. What the verifier does not accept
//! of what a program claims is left out; then inputs are searched that violate what it accepts.
//!
//! `VERIFRAME_PROGRAMS=5000` takes more programs, and `VERIFRAME_SEED` others; `VERIFRAME_RUNS`
//! is the number of inputs of each member.

mod generate;
use crate::support;

use generate::{Generator, Line};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use support::in_parallel;
use veriframe::{
    Diagnostic, FileReport, Integers, Loaded, Options, SourceMap, Stop, TestRequest, Workspace,
};

/// The number of times that a program is verified with fewer claims.
const ROUNDS: usize = 12;

/// Z3's limit of each query: what is not decided soon is not accepted.
const RLIMIT: u32 = 500_000;

/// The time for the search of each member, as inputs of nonlinear paths can take long.
const TIME: Duration = Duration::from_secs(3);

fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The text of the lines; what is left out is an empty line.
fn text(lines: &[Line], left_out: &BTreeSet<usize>) -> String {
    let line = |(number, line): (usize, &Line)| {
        if left_out.contains(&number) {
            "\n".to_owned()
        } else {
            format!("{}\n", line.text)
        }
    };
    lines.iter().enumerate().map(line).collect()
}

fn load(text: &str, integers: Integers) -> Loaded {
    let mut workspace = Workspace::new(Options {
        integers: Some(integers),
        rlimit: RLIMIT,
        ..Options::default()
    });
    workspace.set("random.idf", text);
    workspace.load()
}

/// The claims that a diagnostic is about.
fn claims(lines: &[Line], sources: &SourceMap, diagnostic: &Diagnostic) -> Vec<usize> {
    let related = diagnostic.related.iter().map(|label| label.span);
    let places = std::iter::once(diagnostic.span).chain(related);
    let lines_of = places.map(|span| sources.start(span).line - 1);
    lines_of.filter(|line| lines[*line].is_claim).collect()
}

/// What was found with a program.
#[derive(Clone, Debug, Default)]
struct Tried {
    /// Whether its pure methods and predicates were accepted.
    is_attacked: bool,
    members: usize,
    verified: usize,
    /// The claims that were accepted.
    accepted: usize,
    runs: u64,
    valid: u64,
    wrong: Vec<String>,
}

/// Verifies a program with fewer and fewer claims. Returns its text, the names of the members
/// that verify, and the lines of those that do not.
fn accepted(lines: &[Line], integers: Integers, tried: &mut Tried) -> (String, Vec<FileReport>) {
    let mut left_out: BTreeSet<usize> = BTreeSet::new();
    loop {
        let text = text(lines, &left_out);
        let loaded = load(&text, integers);
        assert!(
            loaded.is_complete(),
            "{:?}\n{text}",
            loaded.check(&Stop::default(), &|_| ())
        );
        let reports = loaded.check(&Stop::default(), &|_| ());
        let diagnostics = reports.iter().flat_map(FileReport::all_diagnostics);
        let refuted = diagnostics.flat_map(|found| claims(lines, loaded.sources(), found));
        let before = left_out.len();
        left_out.extend(refuted.collect::<Vec<_>>());
        tried.members += 1;
        if left_out.len() == before || tried.members > ROUNDS {
            let all = lines.iter().filter(|line| line.is_claim).count();
            tried.accepted = all - left_out.len();
            return (text, reports);
        }
    }
}

fn attack(seed: u64) -> Tried {
    let integers = match seed % 3 {
        0 => Integers::Checked,
        1 => Integers::Wrapping,
        _ => Integers::Unbounded,
    };
    let lines = Generator::program(seed, integers == Integers::Checked);
    let mut tried = Tried::default();
    let (text, reports) = accepted(&lines, integers, &mut tried);
    let outcomes: Vec<_> = reports.iter().flat_map(|report| &report.members).collect();
    let loaded = load(&text, integers);
    let first = |member: &veriframe::MemberOutcome| loaded.sources().start(member.span).line;
    let short = |name: &str| name.rsplit('.').next().unwrap().to_owned();
    let refuted: BTreeSet<String> = outcomes
        .iter()
        .filter(|member| member.status != veriframe::Status::Verified)
        .map(|member| short(&member.name))
        .collect();
    // What a pure method or predicate that is not accepted claims is assumed by all that use it.
    let assumed = ["valid", "list", "get", "length", "sum", "f"];
    if assumed.iter().any(|name| refuted.contains(*name)) {
        tried.members = outcomes.len();
        return tried;
    }
    // A member is where it begins, and ends where the next one does. An override fails in the
    // inherited contract.
    let by_line: BTreeMap<usize, bool> = outcomes
        .iter()
        .map(|member| (first(member), !refuted.contains(&short(&member.name))))
        .collect();
    let is_verified = |line: usize| by_line.range(..=line).next_back().is_some_and(|(_, v)| *v);
    let runnable = [
        "Cell.bump",
        "Sub.bump",
        "Cell.get",
        "Node.walk",
        "Node.sum",
        "T.",
    ];
    let verified: Vec<String> = outcomes
        .iter()
        .filter(|member| member.status == veriframe::Status::Verified)
        .map(|member| member.name.clone())
        .filter(|name| runnable.iter().any(|start| name.starts_with(start)))
        .collect();
    tried.is_attacked = true;
    tried.members = outcomes.len();
    tried.verified = verified.len();
    if verified.is_empty() {
        return tried;
    }
    let request = TestRequest {
        members: verified,
        time: TIME,
        runs: number("VERIFRAME_RUNS", 60),
        jobs: 1,
        depth: 3,
        with_regressions: false,
        input: Vec::new(),
    };
    let report = loaded.test(&request, &Stop::default(), &|_, _, _| ());
    for member in report.unwrap().members {
        tried.runs += member.tally.runs;
        tried.valid += member.tally.runs - member.tally.invalid - member.tally.unchecked;
        if member.tally.unconfirmed > 0 {
            tried.wrong.push(format!(
                "seed {seed}: {} is not confirmed\n{text}",
                member.name
            ));
        }
        if let Some(what) = &member.unsupported {
            tried
                .wrong
                .push(format!("seed {seed}: {}\n{text}", what.message()));
        }
        for finding in &member.findings {
            // What a member violates that does not verify says nothing of its callers.
            if is_verified(finding.line) {
                let code = finding.diagnostic.full_code();
                tried.wrong.push(format!(
                    "seed {seed}, {integers:?}: {} verifies, but {code} at line {}: {:?}\n{text}",
                    member.name, finding.line, finding.shown
                ));
            }
        }
    }
    tried
}

#[test]
fn what_verifies_is_not_violated() {
    let (count, seed) = (
        number("VERIFRAME_PROGRAMS", 24),
        number("VERIFRAME_SEED", 1),
    );
    let seeds: Vec<u64> = (0..count).map(|n| seed * 1_000_000 + n).collect();
    let tried = in_parallel(&seeds, |seed| attack(*seed));
    let sum = |of: fn(&Tried) -> u64| tried.iter().map(of).sum::<u64>();
    let (members, verified) = (sum(|t| t.members as u64), sum(|t| t.verified as u64));
    let (runs, valid) = (sum(|t| t.runs), sum(|t| t.valid));
    println!(
        "{count} programs, {} attacked: {verified} of {members} members verify, with {} claims; \
         {valid} of {runs} inputs meet a precondition",
        sum(|t| u64::from(t.is_attacked)),
        sum(|t| t.accepted as u64)
    );
    let wrong: Vec<&str> = tried
        .iter()
        .flat_map(|t| &t.wrong)
        .map(String::as_str)
        .collect();
    assert!(
        wrong.is_empty(),
        "{} are wrong\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
    assert!(verified > 2 * count && valid > 10 * verified);
}
