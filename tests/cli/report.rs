//! The report on constructed outcomes: the form of each part, independent of the
//! engine.

use std::time::Duration;
use veriframe::report::human::Style;
use veriframe::report::json::Detail;
use veriframe::report::{human, json};
use veriframe::{
    Code, Counts, Diagnostic, Exit, FileId, FileReport, MemberKind, MemberOutcome, SourceMap, Span,
    StateView, Stats, Status, Step, Trace, TraceMode,
};

const TEXT: &str =
    "class A {\n  int x;\n  void m()\n    ensures x = 1;\n  { open q(); x := 2; }\n}\n";

/// A source map with one file in it.
fn sources() -> (SourceMap, FileId) {
    let mut sources = SourceMap::default();
    let file = sources.add("a.idf", TEXT);
    (sources, file)
}

/// The span of a part of the text.
fn at(file: FileId, part: &str) -> Span {
    let start = TEXT.find(part).unwrap();
    Span::new(file, start, start + part.len())
}

fn member(file: FileId, name: &str, status: Status) -> MemberOutcome {
    MemberOutcome {
        contract_alone: false,
        from_cache: false,
        is_final: true,
        name: name.to_owned(),
        kind: MemberKind::Method,
        span: at(file, "m()"),
        has_contract: true,
        might_recur_for_ever: false,
        trusted: Vec::new(),
        status,
        why_not_verified: None,
        diagnostics: Vec::new(),
        stats: Stats {
            time: Duration::from_micros(1500),
            paths: 2,
            queries: 9,
            builtin: 7,
            z3_checks: 2,
            rlimit: 80,
            steps: 40,
            chunks: 3,
        },
        traces: Vec::new(),
    }
}

fn state(heap: &[&str], store: &[(&str, &str)], path: &[&str]) -> StateView {
    let strings = |items: &[&str]| items.iter().map(|s| (*s).to_owned()).collect();
    StateView {
        heap: strings(heap),
        old: Vec::new(),
        store: store
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        path: strings(path),
    }
}

fn trace(file: FileId) -> Trace {
    let step = |part: &str, what: &str, inferred, state| Step {
        span: at(file, part),
        what: what.to_owned(),
        inferred,
        state,
    };
    Trace {
        steps: vec![
            step(
                "m()",
                "requires",
                false,
                state(&["this.q()"], &[("this", "this")], &["this ≠ null"]),
            ),
            step(
                "open q();",
                "open q()",
                true,
                state(
                    &["this.x ↦ x"],
                    &[("this", "this")],
                    &["this ≠ null", "x > 0"],
                ),
            ),
            step(
                "x := 2;",
                "x := 2",
                false,
                state(
                    &["this.x ↦ 2"],
                    &[("this", "this"), ("i", "1")],
                    &["this ≠ null", "x > 0"],
                ),
            ),
        ],
    }
}

/// A file with a member of every status.
fn report(file: FileId) -> FileReport {
    let mut failed = member(file, "A.m", Status::Failed);
    let mut diagnostic = Diagnostic::error(
        Code::Postcondition,
        at(file, "x = 1"),
        "`x = 1` might not hold",
    )
    .because(Code::MayNotHold)
    .label("this conjunct")
    .related(at(file, "}\n}"), "the path ends here")
    .note("`x` is 2 here");
    diagnostic.member = Some("A.m".to_owned());
    diagnostic.paths = 3;
    diagnostic.trace = Some(trace(file));
    failed.diagnostics.push(diagnostic);
    failed.traces = vec![Trace::default(), trace(file)];
    let mut unknown = member(file, "A.n", Status::Unknown);
    unknown.why_not_verified = Some("the time ran out".to_owned());
    let members = vec![failed, member(file, "A.o", Status::Verified), unknown];
    FileReport {
        file,
        diagnostics: Vec::new(),
        members,
    }
}

#[test]
fn a_diagnostic_has_its_source_its_labels_its_notes_and_its_paths() {
    let (sources, file) = sources();
    let text = human::file(&sources, &report(file), Style::default());
    assert_eq!(
        text,
        "\
error[postcondition:may-not-hold]: `x = 1` might not hold
  ┌─ a.idf:4:13
  │  
4 │       ensures x = 1;
  │               ^^^^^ this conjunct
5 │     { open q(); x := 2; }
  │ ╭───────────────────────'
6 │ │ }
  │ ╰─' the path ends here
  │  
  = `x` is 2 here
  = on 3 paths of `A.m`

a.idf: 1 member verified, 1 failed (A.m), 1 unknown (A.n)
  A.n is unknown: the time ran out
"
    );
}

#[test]
fn long_notes_are_broken_into_lines() {
    let (sources, file) = sources();
    let note = "one two ".repeat(20) + &"long".repeat(40);
    let diagnostic = Diagnostic::error(Code::Syntax, at(file, "x"), "wrong").note(note);
    let report = FileReport {
        file,
        diagnostics: vec![diagnostic],
        members: Vec::new(),
    };
    let text = human::file(&sources, &report, Style::default());
    let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
    assert_eq!(
        widths.iter().filter(|&&width| width > 100).count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("  = one two").count(), 1, "{text}");
    assert_eq!(
        text.matches("    two one").count() + text.matches("    one two").count(),
        1,
        "{text}"
    );
}

/// On a terminal notes are as wide as it is, but never too narrow to be read.
#[test]
fn notes_are_broken_at_the_width_of_the_terminal() {
    let (sources, file) = sources();
    let note = "one two ".repeat(40);
    let diagnostic = Diagnostic::error(Code::Syntax, at(file, "x"), "wrong").note(note);
    let report = FileReport {
        file,
        diagnostics: vec![diagnostic],
        members: Vec::new(),
    };
    for (terminal, widest) in [(200, 200), (60, 60), (3, 37)] {
        let style = Style {
            width: Some(terminal),
            ..Style::default()
        };
        let text = human::file(&sources, &report, style);
        let notes = text.lines().filter(|line| line.contains("one two"));
        let width = notes.map(|line| line.chars().count()).max().unwrap();
        assert!(width <= widest && width + 12 > widest, "{width}\n{text}");
    }
}

#[test]
fn a_failing_path_is_shown_as_differences() {
    let (sources, file) = sources();
    let text = human::file(
        &sources,
        &report(file),
        Style {
            trace: TraceMode::Failing,
            ..Style::default()
        },
    );
    let expected = "
A.m, failing path

  3 │ void m()  — requires
    │   ({this.q()}, ∅, [this ↦ this], {this ≠ null})
  5 │ { open q(); x := 2; }  — open q() (inferred)
    │   - this.q()
    │   + this.x ↦ x
    │   x > 0
  5 │ { open q(); x := 2; }  — x := 2
    │   - this.x ↦ x
    │   + this.x ↦ 2
    │   i ↦ 1

a.idf: ";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn whole_states_are_shown_when_asked_for() {
    let (sources, file) = sources();
    let style = Style {
        trace: TraceMode::Failing,
        full: true,
        ..Style::default()
    };
    let text = human::file(&sources, &report(file), style);
    assert!(
        text.contains("({this.x ↦ 2}, ∅, [this ↦ this, i ↦ 1], {this ≠ null, x > 0})"),
        "{text}"
    );
    assert!(!text.contains("+ this.x"), "{text}");
}

#[test]
fn all_paths_are_numbered_and_a_failing_one_is_not_shown_twice() {
    let (sources, file) = sources();
    let text = human::file(
        &sources,
        &report(file),
        Style {
            trace: TraceMode::All,
            ..Style::default()
        },
    );
    assert!(
        text.contains("It is found on path 2 of `A.m`, below.\n"),
        "{text}"
    );
    assert!(
        text.contains("\nA.m, path 1\n\n") && text.contains("\nA.m, path 2\n\n"),
        "{text}"
    );
    assert_eq!(text.matches("— requires").count(), 1, "{text}");
}

#[test]
fn statistics_are_aligned_and_summed() {
    let (sources, file) = sources();
    let text = human::file(
        &sources,
        &report(file),
        Style {
            stats: true,
            ..Style::default()
        },
    );
    let expected = "
           time  paths  queries  built-in  Z3 checks  rlimit  chunks
  A.m    1.5 ms      2        9         7          2      80       3
  A.o    1.5 ms      2        9         7          2      80       3
  A.n    1.5 ms      2        9         7          2      80       3
  total  4.5 ms      6       27        21          6     240       3

";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_summary_names_what_there_is() {
    let time = Duration::from_millis(35);
    let summary = |counts| human::summary(counts, time, Style::default());
    let good = Counts {
        verified: 12,
        ..Counts::default()
    };
    assert_eq!(
        summary(good),
        "verified 12 members, 0 failed, 0 unknown, in 35 ms\n"
    );
    let bad = Counts {
        verified: 1,
        failed: 2,
        unknown: 3,
        internal: 1,
        refused: 2,
        refused_files: 1,
        bare: 0,
        recursive: 0,
    };
    assert_eq!(
        summary(bad),
        "verified 1 member, 2 failed, 3 unknown, 2 refused, 1 file with errors, 1 internal error, \
         in 35 ms\n"
    );
}

#[test]
fn a_refused_file_says_so() {
    let (sources, file) = sources();
    let error = |part| Diagnostic::error(Code::UnknownName, at(file, part), "unknown");
    let report = FileReport {
        file,
        diagnostics: vec![error("q"), error("x")],
        members: Vec::new(),
    };
    let text = human::file(&sources, &report, Style::default());
    assert!(
        text.ends_with("a.idf: not verified because of 2 errors\n"),
        "{text}"
    );
    assert_eq!(Exit::of(&report), Exit::Refused);
}

#[test]
fn spans_outside_the_text_or_within_a_character_do_no_harm() {
    let mut sources = SourceMap::default();
    let file = sources.add("b.idf", "∀");
    for (start, end) in [(0, 0), (1, 2), (3, 3), (2, 900), (900, 901), (5, 1)] {
        let diagnostic = Diagnostic::error(Code::Syntax, Span::new(file, start, end), "strange");
        let report = FileReport {
            file,
            diagnostics: vec![diagnostic],
            members: Vec::new(),
        };
        let text = human::file(&sources, &report, Style::default());
        assert!(
            text.contains("error[syntax]: strange"),
            "{start}..{end}: {text}"
        );
        assert!(json::render(&sources, &[report], Duration::ZERO, Detail::default()).is_ok());
    }
}

#[test]
fn the_worst_of_a_file_is_its_exit_code() {
    let (_, file) = sources();
    let exit = |statuses: &[Status]| {
        let members = statuses
            .iter()
            .map(|&status| member(file, "A.m", status))
            .collect();
        Exit::of(&FileReport {
            file,
            diagnostics: Vec::new(),
            members,
        })
        .code()
    };
    assert_eq!(exit(&[]), 0);
    assert_eq!(exit(&[Status::Verified]), 0);
    assert_eq!(exit(&[Status::Verified, Status::Failed]), 1);
    assert_eq!(exit(&[Status::Unknown, Status::Verified]), 1);
    assert_eq!(exit(&[Status::Internal, Status::Failed]), 3);
}

#[test]
fn an_internal_error_is_unknown_in_json_and_has_its_own_count_in_text() {
    let (sources, file) = sources();
    let mut broken = member(file, "A.m", Status::Internal);
    broken.diagnostics.push(Diagnostic::error(
        Code::Internal,
        at(file, "m()"),
        "it broke",
    ));
    let report = FileReport {
        file,
        diagnostics: Vec::new(),
        members: vec![broken],
    };
    let text = human::file(&sources, &report, Style::default());
    assert!(
        text.contains("1 not verified because of an internal error (A.m)"),
        "{text}"
    );
    let object = json::render(&sources, &[report], Duration::ZERO, Detail::default()).unwrap();
    let object: serde_json::Value = serde_json::from_str(&object).unwrap();
    assert_eq!(object["members"][0]["status"], "unknown");
    assert_eq!(object["members"][0]["why_unknown"], "internal error");
    assert_eq!(object["summary"]["unknown"], 1);
}
