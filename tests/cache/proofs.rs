//! The proof cache: cached output equals fresh output; exactly the members that an edit
//! can affect are verified again; corrupt entries are discarded.

mod damage;
mod edits;
use crate::mutate;
mod random;
use crate::support;
mod whole;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use support::words::{replace, tokens};
use support::{Program, all_programs, in_parallel, options, programs, run, run_until};
use veriframe::internals::{on_large_stack, syntax};
use veriframe::report::human::Style;
use veriframe::report::json::Detail;
use veriframe::report::{human, json};
use veriframe::{
    Cache, CacheMode, FileReport, Integers, Merging, Options, ProverMode, SourceMap, Status, Stop,
    TraceMode,
};

/// The output of a run, and the members that it verified itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown {
    /// Text and JSON output with all details, without times.
    text: String,
    /// The names of the members that did not come from the cache.
    verified: Vec<String>,
    /// The names of the members with diagnostics.
    diagnosed: Vec<String>,
}

fn program(text: &str) -> Program {
    Program {
        name: "program.idf".to_owned(),
        text: text.to_owned(),
    }
}

/// The options with the cache in a folder.
fn with(folder: &Path, options: &Options) -> Options {
    let cache = Cache::new(folder.to_owned(), CacheMode::Use);
    Options {
        cache: Some(Arc::new(cache)),
        ..options.clone()
    }
}

/// Runs a program and records all its output.
fn shown(program: &Program, options: &Options) -> Shown {
    let (sources, mut report) = run(program, options);
    let names = |keep: &dyn Fn(&&veriframe::MemberOutcome) -> bool| {
        let members = report.members.iter().filter(keep);
        members.map(|m| m.name.clone()).collect::<Vec<_>>()
    };
    // What is refused, or relies on what is refused, is not checked, and takes no time.
    let verified = names(&|m| !m.from_cache && m.stats.time > Duration::ZERO);
    let diagnosed = names(&|m| !m.diagnostics.is_empty());
    for member in &mut report.members {
        member.stats.time = Duration::ZERO;
        member.from_cache = false;
    }
    Shown {
        text: rendered(&sources, report, options.trace),
        verified,
        diagnosed,
    }
}

fn rendered(sources: &SourceMap, report: FileReport, trace: TraceMode) -> String {
    let style = Style {
        trace,
        full: true,
        stats: true,
        ..Style::default()
    };
    let detail = Detail { trace, stats: true };
    let human = human::file(sources, &report, style);
    human + &json::render(sources, &[report], Duration::ZERO, detail).unwrap()
}

/// A program's text with different whitespace and more comments.
fn spaced(text: &str) -> String {
    let mut last = 0;
    let mut number = 0;
    let mut result = "// another first line\n\n".to_owned();
    for token in tokens(text) {
        if token.start > last {
            number += 1;
            result.push_str(["\n\n\t", " /* 1 */ ", "  // 2\n", " "][number % 4]);
        }
        result.push_str(token.text);
        last = token.range().end;
    }
    result
}

#[test]
fn a_second_run_shows_the_same_and_verifies_nothing() {
    let mut all = all_programs();
    // These take long and add no coverage.
    all.retain(|program| !program.name.starts_with("tests/verify/programs/"));
    let wrong = in_parallel(&all, |program| {
        let folder = tempfile::tempdir().unwrap();
        let options = Options {
            trace: TraceMode::Failing,
            ..options(program).unwrap()
        };
        let run = || shown(program, &with(folder.path(), &options));
        let (first, second) = (run(), run());
        // Without the report cache, so that members are looked up.
        whole::forget(folder.path());
        let third = run();
        let verified = [second.verified, third.verified].concat();
        let same = first.text == second.text && first.text == third.text;
        (!same || !verified.is_empty()).then(|| format!("{}: {verified:?}", program.name))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_first_run_shows_what_a_run_without_cache_shows() {
    let all = [programs("examples"), programs("tests/soundness")].concat();
    let wrong = in_parallel(&all, |program| {
        let folder = tempfile::tempdir().unwrap();
        let options = options(program).unwrap();
        let without = shown(program, &options);
        let with = shown(program, &with(folder.path(), &options));
        (without != with).then(|| program.name.clone())
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn blanks_and_comments_change_nothing_but_what_shows_them() {
    let all = [programs("examples"), programs("tests/soundness")].concat();
    let wrong = in_parallel(&all, |program| {
        let folder = tempfile::tempdir().unwrap();
        let options = options(program).unwrap();
        let original = shown(program, &with(folder.path(), &options));
        let other = Program {
            text: spaced(&program.text),
            ..program.clone()
        };
        let cached = shown(&other, &with(folder.path(), &options));
        let fresh = shown(&other, &options);
        let in_vain = |name: &String| !original.diagnosed.contains(name);
        let same = cached.text == fresh.text && !cached.verified.iter().any(in_vain);
        (!same).then(|| format!("{}: {:?}", program.name, cached.verified))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_spaced_text_has_the_same_tokens_at_other_places() {
    for program in programs("examples") {
        let other = spaced(&program.text);
        let texts = |text: &str| -> Vec<String> {
            tokens(text).iter().map(|t| t.text.to_owned()).collect()
        };
        assert_eq!(texts(&program.text), texts(&other));
        assert_ne!(program.text, other);
        // The rewriting recognizes comments, and loses nothing else.
        assert_eq!(replace(&other, |_| None), other);
    }
}

/// The first program of the option tests: one member verifies, one fails, one has a
/// warning.
const VARIED: &str = "\
class Cell {
  int x;
  void good(int v) requires acc(x); ensures acc(x) * x = v; { x := v; }
  void bad(int v) requires acc(x); ensures acc(x) * x = v; { x := v + 1; }
  void trusting(int v) requires acc(x); ensures acc(x) * x = v; { x := 0; assume v = 0; }
}
";

const ALL: [&str; 3] = ["Cell.good", "Cell.bad", "Cell.trusting"];

#[test]
fn options_that_decide_results_verify_again() {
    let base = Options::default();
    let changed = |change: &dyn Fn(&mut Options)| {
        let mut options = base.clone();
        change(&mut options);
        options
    };
    let others = [
        changed(&|o| o.infer = false),
        changed(&|o| o.rlimit = 1_999_999),
        changed(&|o| o.seed = 1),
        changed(&|o| o.prover = ProverMode::Off),
        changed(&|o| o.merge = Merging::Off),
        changed(&|o| o.merge = Merging::Always),
        changed(&|o| o.trace = TraceMode::Failing),
        changed(&|o| o.trace = TraceMode::All),
        changed(&|o| o.integers = Some(Integers::Checked)),
        changed(&|o| o.integers = Some(Integers::Wrapping)),
    ];
    let folder = tempfile::tempdir().unwrap();
    shown(&program(VARIED), &with(folder.path(), &base));
    for other in &others {
        let cached = shown(&program(VARIED), &with(folder.path(), other));
        assert_eq!(cached.verified, ALL, "{other:?}");
        assert_eq!(cached.text, shown(&program(VARIED), other).text);
    }
    // Entries for all of them coexist.
    for options in others.iter().chain([&base]) {
        let again = shown(&program(VARIED), &with(folder.path(), options));
        assert_eq!(again.verified, [""; 0], "{options:?}");
        assert_eq!(again.text, shown(&program(VARIED), options).text);
    }
    whole::forget(folder.path());
    for options in others.iter().chain([&base]) {
        let again = shown(&program(VARIED), &with(folder.path(), options));
        assert_eq!(again.verified, [""; 0], "{options:?}");
    }
}

#[test]
fn options_that_decide_no_result_of_a_check_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let base = Options::default();
    shown(&program(VARIED), &with(folder.path(), &base));
    let others = [
        Options {
            jobs: 2,
            ..base.clone()
        },
        Options {
            members: vec!["Cell.trusting".to_owned()],
            ..base.clone()
        },
        Options {
            deny: vec![veriframe::Code::Assume],
            ..base.clone()
        },
    ];
    for other in &others {
        whole::forget(folder.path());
        let cached = shown(&program(VARIED), &with(folder.path(), other));
        assert_eq!(cached.verified, [""; 0], "{other:?}");
        assert_eq!(cached.text, shown(&program(VARIED), other).text);
    }
}

#[test]
fn a_denied_warning_from_the_cache_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let status = |options: &Options| {
        let (_, report) = run(&program(VARIED), &with(folder.path(), options));
        report.members[2].status
    };
    let base = Options::default();
    assert_eq!(status(&base), Status::Verified);
    let deny = vec![veriframe::Code::Assume];
    assert_eq!(status(&Options { deny, ..base }), Status::Failed);
}

/// Results of a run that timed out at any point are not trusted later.
#[test]
fn what_was_stopped_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = programs("examples");
    all.retain(|program| !program.text.starts_with("// options:"));
    for milliseconds in [0, 1, 2, 5, 10, 20, 40, 80] {
        let options = Options {
            // So that more is left to Z3, whose interruption is tested.
            prover: ProverMode::Off,
            ..Options::default()
        };
        for program in &all {
            let time = Duration::from_millis(milliseconds);
            let stop = Stop::new(Arc::default(), Some(time));
            run_until(program, &with(folder.path(), &options), &stop);
            if milliseconds == 80 {
                let after = shown(program, &with(folder.path(), &options));
                assert_eq!(after.text, shown(program, &options).text);
            }
        }
    }
}

/// The most mutants per example.
const MUTANTS: usize = 12;

/// With the cache of the original, a mutant yields the same output as without.
#[test]
fn mutants_are_not_taken_for_their_originals() {
    let wrong = in_parallel(&programs("examples"), |program| {
        let folder = tempfile::tempdir().unwrap();
        let options = options(program).unwrap();
        shown(program, &with(folder.path(), &options));
        let file = SourceMap::default().add(program.name.clone(), program.text.clone());
        let (tree, _) =
            on_large_stack(|| syntax::parse(file, &program.text, syntax::Notation::Idf));
        let printed = |file| Program {
            name: program.name.clone(),
            text: syntax::pretty(file),
        };
        // Printing changes whitespace.
        shown(&printed(&tree), &with(folder.path(), &options));
        let mutants = mutate::mutants(&program.text, &tree);
        let step = mutants.len().div_ceil(MUTANTS).max(1);
        let mut wrong = Vec::new();
        for mutant in mutants.iter().step_by(step) {
            let mutated = printed(&mutant.file);
            let cached = shown(&mutated, &with(folder.path(), &options));
            let fresh = shown(&mutated, &options);
            let others = |name: &String| mutant.only.as_ref().is_some_and(|only| only != name);
            let diagnosed = |name: &String| fresh.diagnosed.contains(name);
            let in_vain = |name: &String| others(name) && !diagnosed(name);
            if cached.text != fresh.text || cached.verified.iter().any(in_vain) {
                wrong.push(format!("{}: {:?}", mutant.id, cached.verified));
            }
        }
        wrong
    });
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
