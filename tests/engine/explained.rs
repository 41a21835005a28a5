//! Failed proofs and how they are explained: the whole output of some forty failing programs as
//! snapshots, and a table of what it says. The expected result of the replay stands in each
//! program's last line, judged by hand: `// confirmed`, because the program or its contract is
//! wrong, or `// not-confirmed`, because the proof lacks something, or `// not-tried`, because no
//! run can tell.

use crate::support;

use std::fmt::Write;
use support::{Program, java_programs, options, programs, run};
use veriframe::report::human::{self, Style};
use veriframe::{Diagnostic, Hints, MemberOutcome, Options, Severity, Status, with_edits};

/// The options of the command line for a program.
fn explained(program: &Program) -> Options {
    Options {
        hints: Hints::Quick,
        ..options(program).unwrap()
    }
}

fn all() -> Vec<Program> {
    let mut all = programs("tests/explained");
    all.extend(java_programs("tests/explained"));
    all
}

fn name(program: &Program) -> String {
    let file = program.name.rsplit('/').next().unwrap();
    file.split('.').next().unwrap().to_owned()
}

/// The errors of a program.
fn errors(program: &Program, options: &Options) -> Vec<Diagnostic> {
    let (_, report) = run(program, options);
    let all = report.all_diagnostics();
    all.filter(|d| d.severity == Severity::Error)
        .cloned()
        .collect()
}

fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path("../snapshots/explained");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn the_output_is_that_of_the_snapshots() {
    for program in all() {
        let (sources, report) = run(&program, &explained(&program));
        let text = human::file(&sources, &report, Style::default());
        check(&name(&program), &text);
    }
}

#[test]
fn replays_judge_as_people_do() {
    let mut table = String::new();
    let (mut count, mut with_values, mut judged, mut with_hint) = (0, 0, 0, 0);
    for program in all() {
        let errors = errors(&program, &explained(&program));
        assert!(!errors.is_empty(), "{} has no error", program.name);
        let last = program.text.lines().last().unwrap();
        let expected = last.strip_prefix("// ");
        let expected = expected.unwrap_or_else(|| panic!("{} has no judgement", program.name));
        count += 1;
        let mut values = 0;
        let mut replays = Vec::new();
        for error in &errors {
            let found = error.counterexample.as_ref().unwrap();
            values += usize::from(!found.values.is_empty() || !found.input.is_empty());
            replays.push(found.replay.name());
        }
        assert_eq!(replays.join(", "), expected, "{}", program.name);
        with_values += usize::from(values == errors.len());
        judged += usize::from(!replays.contains(&"not-tried"));
        let codes: Vec<String> = errors.iter().map(Diagnostic::full_code).collect();
        let (name, codes, replays) = (name(&program), codes.join(", "), replays.join(", "));
        let has = if values == errors.len() { "values" } else { "" };
        let hint = errors.iter().find_map(|error| error.hint.as_ref());
        with_hint += usize::from(hint.is_some());
        let hint = hint.map_or("", |_| "hint");
        writeln!(
            table,
            "{name:<28} {codes:<56} {replays:<24} {has:<8} {hint}"
        )
        .unwrap();
    }
    writeln!(
        table,
        "{count} programs: {with_values} with values, {judged} with a verdict, {with_hint} with a hint"
    )
    .unwrap();
    check("table", &table);
    assert!(
        with_values >= 36 && judged >= 36 && with_hint >= 24,
        "{table}"
    );
}

/// With its hint, a member verifies, and so does each member that verified without it.
#[test]
fn hints_applied_mechanically_make_the_member_verify() {
    for program in all() {
        let (sources, report) = run(&program, &explained(&program));
        for member in &report.members {
            let Some(hint) = member.diagnostics.iter().find_map(|d| d.hint.as_ref()) else {
                continue;
            };
            let files = with_edits(&sources, &hint.edits);
            let [(name, text)] = files.as_slice() else {
                panic!("{}: {} files are changed", program.name, files.len());
            };
            assert!(!text.contains("assume"), "{text}");
            let edited = Program {
                name: name.clone(),
                text: text.clone(),
            };
            let (_, after) = run(&edited, &options(&program).unwrap());
            let is_verified = |name: &str| {
                let mut members = after.members.iter();
                members.any(|m| m.name == name && m.status == Status::Verified)
            };
            let verified = |m: &&MemberOutcome| m.status == Status::Verified;
            let mut before = report.members.iter().filter(verified);
            assert!(is_verified(&member.name), "{}\n{text}", hint.message);
            assert!(before.all(|m| is_verified(&m.name)), "{text}");
            let mut all = after.all_diagnostics();
            assert!(all.all(|d| d.severity == Severity::Warning), "{text}");
        }
    }
}

#[test]
fn without_explanations_there_are_no_counterexamples() {
    for program in all().iter().step_by(5) {
        let options = Options {
            explain: false,
            ..options(program).unwrap()
        };
        let errors = errors(program, &options);
        assert!(errors.iter().all(|error| error.counterexample.is_none()));
    }
}

/// The same errors are reported, and nothing but the counterexample and the hint differs.
#[test]
fn explanations_change_no_verdict() {
    for program in all() {
        let explained = errors(&program, &options(&program).unwrap());
        let plain = Options {
            explain: false,
            ..options(&program).unwrap()
        };
        let plain = errors(&program, &plain);
        let texts = |errors: &[Diagnostic]| -> Vec<String> {
            let errors = errors.iter();
            errors
                .map(|d| format!("{} {:?} {:?}", d.full_code(), d.span, d.note_texts()))
                .collect()
        };
        assert_eq!(texts(&explained), texts(&plain), "{}", program.name);
    }
}

/// The messages, notes and labels of the failures of a program.
fn said(name: &str, text: &str) -> String {
    let one = Program {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let (_, report) = run(&one, &Options::default());
    let all = report.all_diagnostics();
    all.map(|found| format!("{found:?}\n")).collect()
}

/// Clauses before a loop are its invariant, and its head begins behind them.
#[test]
fn a_loop_with_clauses_before_it_has_an_invariant() {
    let text = "class C {\n  int[] head;\n  //@ requires acc(head) * acc(head.elems);\n  void m() {\n    \
                int i = 0; int[] h = head;\n    //@ loop_invariant acc(h.elems) * h == head;\n    \
                while (i < 3) { i++; }\n  }\n}\n";
    let said = said("C.java", text);
    assert!(said.contains("by: Invariant"), "{said}");
    assert!(!said.contains("NoInvariant"), "{said}");
}

/// Inputs whose runs do not end are not said to violate the precondition.
#[test]
fn runs_that_reach_a_bound_meet_the_precondition() {
    let text =
        "class C {\n  static pure int round(int n) requires 0 <= n; { return C.round(n); }\n}\n";
    let said = said("c.idf", text);
    assert!(said.contains("the other runs reach a bound"), "{said}");
}
