//! Programs of which the front end refuses a part. What each member comes to stands in
//! the program (`// verified: A.f, A.g`), or in `expected.txt` in the folder of one of
//! several files; members that are in no list must not be there.

use crate::support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::{root, search, veriframe};

const VERDICTS: [&str; 4] = ["verified", "failed", "unknown", "refused"];

/// The names of the members by verdict.
type Members = BTreeMap<String, Vec<String>>;

#[test]
fn nothing_is_verified_that_relies_on_what_has_an_error() {
    let mut programs: Vec<PathBuf> = fs::read_dir(root().join("tests/refused"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    programs.sort();
    assert!(programs.len() > 50, "{programs:?}");
    let wrong: Vec<String> = programs
        .iter()
        .filter_map(|program| difference(program))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_follows_from_a_statement_that_is_left_out_is_not_told() {
    let program = root().join("tests/refused/statement_misread");
    let mut command = veriframe();
    let found = command.args(["verify", "--format", "json"]).arg(program);
    let found = found.output().unwrap();
    let report: Value = serde_json::from_slice(&found.stdout).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    let codes: Vec<&Value> = found.iter().map(|found| &found["code"]).collect();
    assert_eq!(codes, ["syntax"]);
}

/// Where the verdicts on a program are not those that are expected.
fn difference(program: &Path) -> Option<String> {
    let expected = expected(program);
    let (code, found) = run(program);
    let name = program.display();
    if code != Some(2) {
        return Some(format!("{name}: exit code {code:?}"));
    }
    (found != expected).then(|| format!("{name}: {found:?}, expected {expected:?}"))
}

fn expected(program: &Path) -> Members {
    let text = if program.is_dir() {
        fs::read_to_string(program.join("expected.txt")).unwrap()
    } else {
        fs::read_to_string(program).unwrap()
    };
    let mut members = Members::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("// ")) {
        let Some((verdict, names)) = line.split_once(": ") else {
            continue;
        };
        if VERDICTS.contains(&verdict) {
            let names = names.split(", ").map(str::to_owned).collect();
            members.insert(verdict.to_owned(), names);
        }
    }
    members
}

/// The text with an error at the start of a line, or in a declaration, by number.
fn with_errors(text: &str, at: usize) -> Vec<String> {
    let mut changed = Vec::new();
    let lines: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(end, _)| end + 1))
        .collect();
    for (number, insertion) in [(at / 16, "garbage "), (at / 8, "= = "), (at / 4, "nope; ")] {
        let place = lines[number % lines.len()];
        changed.push(format!("{}{insertion}{}", &text[..place], &text[place..]));
    }
    for (word, replacement) in [
        ("void ", "synchronized void "),
        ("pure ", "strictfp pure "),
        ("predicate ", "Nope nope; predicate "),
        ("int ", "Nope "),
        ("requires ", "requires nope && "),
    ] {
        let places: Vec<usize> = text.match_indices(word).map(|(place, _)| place).collect();
        if let Some(&place) = places.get(at % places.len().max(1)) {
            let rest = &text[place + word.len()..];
            changed.push(format!("{}{replacement}{rest}", &text[..place]));
        }
    }
    changed
}

/// Programs with a wrong member, each with one more error at many of its tokens: what
/// was not verified without the error is not verified beside it.
#[test]
fn an_error_verifies_nothing() {
    let mut paths = Vec::new();
    search(&root().join("tests/soundness"), "idf", &mut paths);
    search(&root().join("tests/soundness"), "java", &mut paths);
    let folder = tempfile::tempdir().unwrap();
    let mut tried = 0;
    for (at, path) in paths.iter().enumerate().step_by(16) {
        let (_, right) = run(path);
        let text = fs::read_to_string(path).unwrap();
        for changed in with_errors(&text, at) {
            let copy = folder.path().join(path.file_name().unwrap());
            fs::write(&copy, &changed).unwrap();
            let (code, found) = run(&copy);
            if code != Some(2) {
                continue;
            }
            tried += 1;
            let of = |members: &Members| members.get("verified").cloned().unwrap_or_default();
            let known = of(&right);
            let wrong: Vec<String> = of(&found)
                .into_iter()
                .filter(|m| !known.contains(m))
                .collect();
            assert!(wrong.is_empty(), "{wrong:?} in\n{changed}");
        }
    }
    assert!(tried > 50, "{tried}");
}

/// The exit code, and what each member comes to.
fn run(program: &Path) -> (Option<i32>, Members) {
    let output = veriframe()
        .args(["verify", "--format", "json"])
        .arg(program)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut members = Members::new();
    for member in report["members"].as_array().unwrap() {
        let [verdict, name] = ["status", "name"].map(|key| member[key].as_str().unwrap());
        let names = members.entry(verdict.to_owned()).or_default();
        names.push(name.to_owned());
    }
    (output.status.code(), members)
}
