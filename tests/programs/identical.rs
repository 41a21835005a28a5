//! Output does not depend on the strategy: verdicts, diagnostics, JSON and text are the
//! same in every run and for any number of workers, with and without the built-in
//! prover, with and without state merging, except for what [`Variation::normalise`]
//! removes.
//!
//! `cargo test` tries the quick variations on all programs and the slow ones on a
//! sample. For all variations on all programs, with a list of differences: `cargo test
//! --release --test programs -- all-identical [PATH…]`.

use crate::support;

use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value};
use std::process::ExitCode;
use std::time::Duration;
use support::{Program, all_programs, in_parallel, in_time, is_chosen, options, run};
use veriframe::report::human::Style;
use veriframe::report::json::Detail;
use veriframe::report::{human, json};
use veriframe::{Merging, Options, ProverMode, TraceMode};

/// The variation of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variation {
    /// Nothing: a second run.
    Again,
    /// Two workers.
    Workers,
    /// Paths are never merged, even if there are many.
    Apart,
    /// Paths are always merged, even if there are few.
    Merged,
    /// Z3 answers every query.
    Prover,
    /// Z3 answers every query, compared with a run that does not merge paths either.
    ProverAndMerge,
}

const ALL: [Variation; 6] = [
    Variation::Again,
    Variation::Workers,
    Variation::Apart,
    Variation::Merged,
    Variation::Prover,
    Variation::ProverAndMerge,
];

impl Variation {
    fn name(self) -> &'static str {
        match self {
            Variation::Again => "a second run",
            Variation::Workers => "two workers",
            Variation::Apart => "--merge=off",
            Variation::Merged => "--merge=always",
            Variation::Prover => "--prover=off",
            Variation::ProverAndMerge => "--prover=off, both with --merge=off",
        }
    }

    fn change(self, options: &mut Options) {
        match self {
            Variation::Again => {}
            Variation::Workers => options.jobs = 2,
            Variation::Apart => options.merge = Merging::Off,
            Variation::Merged => options.merge = Merging::Always,
            Variation::Prover => options.prover = ProverMode::Off,
            Variation::ProverAndMerge => {
                options.merge = Merging::Off;
                options.prover = ProverMode::Off;
            }
        }
    }

    /// The variation to compare with; `None` is the default.
    fn other(self) -> Option<Variation> {
        match self {
            Variation::ProverAndMerge => Some(Variation::Apart),
            _ => None,
        }
    }

    /// The entries of a member's object that may differ. The counts of queries by
    /// engine and their cost depend on the prover. Without merging, there are more
    /// paths and more queries; and merging is abandoned when it costs Z3 too much,
    /// which happens earlier if Z3 answers every query. (With merging off on both
    /// sides, the prover affects neither.)
    fn may_differ(self) -> &'static [&'static str] {
        match self {
            Variation::Again | Variation::Workers => &[],
            Variation::ProverAndMerge => &["stats"],
            Variation::Apart | Variation::Merged | Variation::Prover => {
                &["stats", "queries", "paths"]
            }
        }
    }

    /// Removes the entries of a run's object that may differ. A diagnostic of a failed
    /// member is always the same to the last step, because such a member is verified
    /// path by path; a warning may be found on fewer paths.
    fn normalise(self, object: &mut Value) {
        for member in items(object, "members") {
            member.retain(|name, _| !self.may_differ().contains(&name.as_str()));
        }
        if matches!(self, Variation::Apart | Variation::Merged) {
            for diagnostic in items(object, "diagnostics") {
                if diagnostic["severity"] == "warning" {
                    diagnostic.remove("paths");
                }
            }
        }
        if self.is_prover() {
            for diagnostic in items(object, "diagnostics") {
                if let Some(notes) = diagnostic.get_mut("notes").and_then(Value::as_array_mut) {
                    let is_saturated = |note: &Value| note.as_str().is_some_and(is_saturated);
                    notes.retain(|note| !is_saturated(note));
                }
            }
        }
    }

    /// Whether the built-in prover answers on one side only. Z3 finds no counterexample
    /// beside quantified facts and says so in a note, where the built-in prover finds one.
    fn is_prover(self) -> bool {
        matches!(self, Variation::Prover | Variation::ProverAndMerge)
    }
}

/// Whether a note begins by saying that Z3 found neither a proof nor a counterexample.
fn is_saturated(note: &str) -> bool {
    note.starts_with("the solver found neither a proof nor a counterexample")
}

/// A text without notes that say so, and without the lines that continue them.
fn without_saturation(text: &str) -> String {
    let mut kept = String::new();
    let mut is_removed = false;
    for line in text.lines() {
        let content = line.trim_start();
        let continues = is_removed && line.starts_with(' ') && !content.starts_with('=');
        is_removed = continues || content.strip_prefix("= ").is_some_and(is_saturated);
        // A line between the source and its first note.
        if !is_removed && content != "│" {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The objects in an array of an object.
fn items<'a>(
    object: &'a mut Value,
    array: &str,
) -> impl Iterator<Item = &'a mut Map<String, Value>> {
    let items = object.get_mut(array).and_then(Value::as_array_mut);
    items.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Whether failures are explained by values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Shown,
    Hidden,
}

/// The output for a program.
#[derive(Clone, PartialEq, Eq)]
struct Said {
    json: Value,
    human: String,
}

impl Said {
    fn new(
        program: &Program,
        variation: Option<Variation>,
        values: Values,
    ) -> Result<Said, String> {
        let mut options = options(program)?;
        options.trace = TraceMode::Failing;
        options.explain = values == Values::Shown;
        if let Some(variation) = variation {
            variation.change(&mut options);
        }
        in_time(program, move |program| {
            let (sources, report) = run(program, &options);
            let style = Style {
                trace: TraceMode::Failing,
                ..Style::default()
            };
            let detail = Detail {
                trace: TraceMode::Failing,
                stats: true,
            };
            let human = human::file(&sources, &report, style);
            let json = json::render(&sources, &[report], Duration::ZERO, detail).unwrap();
            let mut json = serde_json::from_str(&json).unwrap();
            remove_times(&mut json);
            Said { json, human }
        })
    }

    /// The output without the entries that a variation may change.
    fn without(&self, variation: Variation) -> Said {
        let mut said = self.clone();
        variation.normalise(&mut said.json);
        if variation.is_prover() {
            said.human = without_saturation(&said.human);
        }
        said
    }
}

/// Removes times from an object, recursively.
fn remove_times(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.remove("time_ms");
            entries.values_mut().for_each(remove_times);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_times),
        _ => {}
    }
}

/// The differences that variations cause in the output.
fn differences(program: &Program, variations: &[Variation]) -> Result<Vec<String>, String> {
    let plain = Said::new(program, None, Values::Shown)?;
    let mut found = Vec::new();
    for &variation in variations {
        let what = format!("{}, {}", program.name, variation.name());
        // The models of the built-in prover and of Z3 differ.
        let values = if variation.is_prover() {
            Values::Hidden
        } else {
            Values::Shown
        };
        let first = match (variation.other(), values) {
            (None, Values::Shown) => &plain,
            (other, _) => &Said::new(program, other, values)?,
        };
        match Said::new(program, Some(variation), values) {
            Err(message) => found.push(format!("{what}: {message}")),
            Ok(other) => {
                let (first, other) = (first.without(variation), other.without(variation));
                let mut places = Vec::new();
                compare("", &first.json, &other.json, &mut places);
                if first.human != other.human {
                    places.push(lines_that_differ(&first.human, &other.human));
                }
                found.extend(places.iter().map(|place| format!("{what}: {place}")));
            }
        }
    }
    Ok(found)
}

/// The paths at which two values differ.
fn compare(place: &str, left: &Value, right: &Value, found: &mut Vec<String>) {
    match (left, right) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            for (name, entry) in a {
                compare(&format!("{place}.{name}"), entry, &b[name], found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{place}[{at}]"), a, b, found);
            }
        }
        _ if left != right => found.push(format!("{place}: {left} / {right}")),
        _ => {}
    }
}

/// The first differing line of two texts.
fn lines_that_differ(left: &str, right: &str) -> String {
    let (mut a, mut b) = (left.lines(), right.lines());
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => {
                let text = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                return format!("text: {} / {}", text(a), text(b));
            }
        }
    }
}

/// The variations that `cargo test` tries on a program.
fn sample(program: &Program) -> Vec<Variation> {
    let large = program.name.starts_with("tests/verify/programs/");
    ALL.into_iter()
        .filter(|variation| match variation {
            // `stability` runs the larger programs again, also with two workers.
            Variation::Again | Variation::Workers => !large,
            Variation::Apart => is_chosen(program, if large { 16 } else { 4 }),
            Variation::Merged => is_chosen(program, if large { 4 } else { 1 }),
            Variation::Prover => is_chosen(program, if large { 16 } else { 4 }),
            Variation::ProverAndMerge => !large && is_chosen(program, 8),
        })
        .collect()
}

/// A sample of the variations of each program.
pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = all_programs()
        .into_iter()
        .map(|program| {
            Trial::test(format!("identical::{}", program.name), move || {
                let found = differences(&program, &sample(&program))?;
                if found.is_empty() {
                    Ok(())
                } else {
                    Err(Failed::from(found.join("\n")))
                }
            })
        })
        .collect();
    trials.extend(self_tests());
    trials
}

/// Tries all variations of all programs whose names contain one of `paths` (of all, if
/// there are none), and prints the differences.
pub fn all(paths: &[String]) -> ExitCode {
    let mut chosen = all_programs();
    chosen.retain(|program| {
        let mut paths = paths.iter();
        paths.len() == 0 || paths.any(|path| program.name.contains(path))
    });
    // This takes long, so differences are printed immediately.
    let found = in_parallel(&chosen, |program| {
        let found = differences(program, &ALL).unwrap_or_else(|message| vec![message]);
        for difference in &found {
            println!("{difference}");
        }
        found.len()
    });
    let found: usize = found.iter().sum();
    println!(
        "{} programs, {} variations, {found} differences",
        chosen.len(),
        ALL.len(),
    );
    if found == 0 && !chosen.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Self-tests of the comparison.
fn self_tests() -> Vec<Trial> {
    type Test = fn();
    let tests: [(&str, Test); 3] = [
        ("differences are found and named", differences_are_found),
        ("what is allowed to differ is taken out", allowed_is_removed),
        ("the sample has every kind", sample_has_every_kind),
    ];
    tests
        .into_iter()
        .map(|(name, test)| {
            Trial::test(format!("identical::{name}"), move || {
                test();
                Ok(())
            })
        })
        .collect()
}

fn differences_are_found() {
    let found = |left: Value, right: Value| {
        let mut found = Vec::new();
        compare("", &left, &right, &mut found);
        found
    };
    let object = |status: &str| serde_json::json!({"members": [{"status": status}], "n": 1});
    assert_eq!(found(object("failed"), object("failed")), [""; 0]);
    assert_eq!(
        found(object("failed"), object("verified")),
        [".members[0].status: \"failed\" / \"verified\""]
    );
    assert_eq!(
        found(
            serde_json::json!({"a": [1]}),
            serde_json::json!({"a": [1, 2]})
        ),
        [".a: [1] / [1,2]"]
    );
    assert_eq!(
        found(serde_json::json!({"a": 1}), serde_json::json!({"b": 1})),
        [": {\"a\":1} / {\"b\":1}"]
    );
    assert_eq!(lines_that_differ("a\nb", "a\nc"), "text: b / c");
    assert_eq!(lines_that_differ("a", "a\nc"), "text: (the end) / c");
}

fn allowed_is_removed() {
    let object = |paths: u64, warned: u64, failed: u64| {
        serde_json::json!({
            "members": [{"name": "m", "status": "failed", "paths": paths, "queries": paths, "stats": {"builtin": 1}}],
            "diagnostics": [
                {"severity": "warning", "paths": warned},
                {"severity": "error", "paths": failed},
            ],
        })
    };
    let left = |variation: Variation, mut object: Value| {
        variation.normalise(&mut object);
        object
    };
    let same =
        |variation, a: &Value, b: &Value| left(variation, a.clone()) == left(variation, b.clone());
    let first = object(1, 2, 3);
    assert!(!same(Variation::Workers, &first, &object(2, 2, 3)));
    assert!(!same(Variation::ProverAndMerge, &first, &object(2, 2, 3)));
    assert!(same(Variation::Prover, &first, &object(2, 2, 3)));
    assert!(same(Variation::Merged, &first, &object(2, 2, 3)));
    assert!(!same(Variation::Prover, &first, &object(1, 3, 3)));
    assert!(same(Variation::Merged, &first, &object(1, 3, 3)));
    assert!(!same(Variation::Merged, &first, &object(1, 2, 4)));
    let kept = left(Variation::Prover, first);
    assert_eq!(
        kept["members"][0],
        serde_json::json!({"name": "m", "status": "failed"})
    );
    let mut timed = serde_json::json!({"time_ms": 3, "members": [{"time_ms": 4, "name": "m"}]});
    remove_times(&mut timed);
    assert_eq!(timed, serde_json::json!({"members": [{"name": "m"}]}));
}

fn sample_has_every_kind() {
    let programs = all_programs();
    let share = |variation: Variation| {
        let of = programs
            .iter()
            .filter(|program| sample(program).contains(&variation))
            .count();
        of as f64 / programs.len() as f64
    };
    assert!(share(Variation::Merged) > 0.7);
    assert!(share(Variation::Prover) > 0.15);
    assert!(share(Variation::Workers) > 0.7);
}
