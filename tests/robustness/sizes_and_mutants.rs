//! Large, deep and invalid programs: they verify or yield diagnostics, without stack
//! overflows or panics.
//!
//! These tests have longer forms:
//!
//! * `VERIFRAME_SIZES=503,1237,2711,4999 cargo test --test robustness every_construct` tries
//!   every construct at these sizes, those named by `VERIFRAME_CONSTRUCT`, with the options in
//!   `VERIFRAME_OPTIONS`; `cargo test --release` tries them in a release build;
//! * `VERIFRAME_PROGRAMS=1000 cargo test --test robustness limited` runs so many mutated and
//!   random programs with little memory and time;
//! * `VERIFRAME_PROGRAMS=200 VERIFRAME_SIZES=5000 cargo test --test robustness hostile` runs, explores
//!   and tests so many mutated and random programs, and every construct of these sizes.

mod constructs;
mod hostile;
mod limited;
use crate::mutate;
use crate::support;

use constructs::{Construct, constructs};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::random::Random;
use support::{Program, in_parallel, run, veriframe};
use veriframe::internals::syntax::Notation;
use veriframe::{Code, Exit, FileReport, Options};

const STATEMENTS: usize = 10_000;
const DEPTH: usize = 2_000;

/// A method of 10,000 statements whose effect its contract states.
fn many_statements() -> String {
    let mut body = String::new();
    for at in 0..STATEMENTS {
        body.push_str(["    n := n + 1;\n", "    x := n;\n"][at % 2]);
    }
    let n = STATEMENTS / 2;
    format!(
        "class Long {{\n  int x;\n  void run()\n    requires acc(x);\n    ensures acc(x) * x = {n};\n  {{\n    int n;\n{body}  }}\n}}\n"
    )
}

/// A main routine that asserts a fact about one expression.
fn about(expression: &str) -> String {
    format!("int one := 1;\nint n := {expression};\nassert n = n;\n")
}

/// Programs with a construct nested 2,000 deep, by construct.
fn deep_programs() -> Vec<(&'static str, String)> {
    let nest = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEPTH), close.repeat(DEPTH))
    };
    vec![
        ("parentheses", about(&nest("(", "one", ")"))),
        ("sums to the right", about(&nest("1 + (", "one", ")"))),
        (
            "sums to the left",
            about(&format!("one{}", " + 1".repeat(DEPTH))),
        ),
        (
            "negations",
            about(&format!("{}true ? 1 : 0", "!".repeat(DEPTH))),
        ),
        ("signs", about(&nest("-(", "one", ")"))),
        ("conditionals", about(&nest("(one = 1 ? ", "one", " : 2)"))),
        (
            "implications",
            format!(
                "int one := 1;\nassert {}one = 1;\n",
                "one = 1 ==> ".repeat(DEPTH)
            ),
        ),
        (
            "conjunctions",
            format!(
                "int one := 1;\nassert one = 1{};\n",
                " && one = 1".repeat(DEPTH)
            ),
        ),
        ("blocks", nest("{ ", "int n := 1; assert n = 1;", " }")),
        (
            "branches",
            format!(
                "int n := 1;\n{}\nassert n = 1;\n",
                nest("if (n = 1) { ", "n := 1;", " }")
            ),
        ),
        (
            "calls",
            format!(
                "class Id {{ static pure int id(int n) ensures result = n; {{ return n; }} }}\nint n := {};\nassert n = 1;\n",
                nest("Id.id(", "1", ")")
            ),
        ),
        (
            "access under conditions",
            format!(
                "class Cell {{\n  int x;\n  void m(boolean b)\n    requires {};\n  {{}}\n}}\n",
                nest("(b ? ", "acc(x)", " : true)")
            ),
        ),
    ]
}

/// Runs a program through the library.
fn outcome(name: &str, text: String) -> FileReport {
    run(
        &Program {
            name: name.to_owned(),
            text,
        },
        &Options::default(),
    )
    .1
}

/// Runs a program as a child process on a main stack of the usual 8 MB.
fn exit_code(text: &str) -> Option<i32> {
    let mut file = tempfile::Builder::new().suffix(".idf").tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let program = env!("CARGO_BIN_EXE_veriframe");
    let cache = tempfile::tempdir().unwrap();
    let limited = format!(
        "ulimit -S -s 8192; exec '{program}' verify --cache '{}' '{}'",
        cache.path().display(),
        file.path().display()
    );
    let status = Command::new("sh")
        .args(["-c", &limited])
        .stdout(Stdio::null())
        .status()
        .unwrap();
    status.code()
}

fn assert_verified(name: &str, report: &FileReport) {
    let messages: Vec<String> = report.all_diagnostics().map(|d| d.message()).collect();
    assert_eq!(Exit::of(report), Exit::Verified, "{name}: {messages:?}");
    assert!(!report.members.is_empty(), "{name}");
}

#[test]
fn ten_thousand_statements_verify() {
    assert_verified("10,000 statements", &outcome("long.idf", many_statements()));
}

#[test]
fn ten_thousand_statements_verify_as_a_process() {
    assert_eq!(exit_code(&many_statements()), Some(0));
}

#[test]
fn deep_nesting_verifies() {
    for (name, text) in deep_programs() {
        assert_verified(name, &outcome(name, text));
    }
}

#[test]
fn deep_nesting_verifies_as_a_process() {
    for (name, text) in deep_programs() {
        assert_eq!(exit_code(&text), Some(0), "{name}");
    }
}

#[test]
fn long_literals_verify_as_a_process() {
    let items: Vec<String> = (0..3 * DEPTH).map(|n| n.to_string()).collect();
    let items = items.join(", ");
    let length = 3 * DEPTH;
    for text in [
        format!("assert |[{items}]| = {length};\n"),
        format!("assert 7 in set{{{items}}};\n"),
    ] {
        assert_eq!(exit_code(&text), Some(0));
    }
}

/// The sizes that the test of all constructs tries; `VERIFRAME_SIZES` names others.
const SIZES: [usize; 1] = [251];

/// The time limit of each run of a construct, in seconds.
const SECONDS: u64 = 2;

/// How long after its time limit a run may end: generous, because all processor cores may
/// be in use.
const GRACE: Duration = Duration::from_secs(8);

#[test]
fn every_construct_ends_with_a_verdict_or_a_diagnostic_on_a_small_stack() {
    let sizes: Vec<usize> = match std::env::var("VERIFRAME_SIZES") {
        Ok(sizes) => sizes.split(',').map(|n| n.parse().unwrap()).collect(),
        Err(_) => SIZES.to_vec(),
    };
    let chosen = std::env::var("VERIFRAME_CONSTRUCT").unwrap_or_default();
    let mut cases: Vec<(Construct, usize)> = Vec::new();
    for &size in &sizes {
        let all = constructs().into_iter();
        let all = all.filter(|construct| construct.name.contains(&chosen));
        cases.extend(all.map(|construct| (construct, size)));
    }
    let wrong = in_parallel(&cases, |(construct, size)| {
        let start = Instant::now();
        let end = end_of(construct, *size);
        let (name, time) = (construct.name, start.elapsed());
        println!("{name} of size {size}: {end:?} after {time:.1?}");
        end.err().map(|why| format!("{name} of size {size}: {why}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, [""; 0]);
}

/// Runs the program of a construct as a process with a main stack of 1 MB, and returns
/// its exit code.
///
/// # Errors
/// What is wrong with the end of the process or with its report.
fn end_of(construct: &Construct, size: usize) -> Result<i32, String> {
    let suffix = match construct.notation {
        Notation::Idf => ".idf",
        Notation::Java => ".java",
    };
    let mut file = tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
    file.write_all((construct.text)(size).as_bytes()).unwrap();
    let program = veriframe();
    let options = std::env::var("VERIFRAME_OPTIONS").unwrap_or_default();
    let limited = format!(
        "ulimit -S -s 1024; exec timeout -s KILL {} '{}' verify --jobs 1 --timeout {SECONDS} \
         --format json {options} '{}'",
        (Duration::from_secs(SECONDS) + GRACE).as_secs(),
        program.get_program().display(),
        file.path().display()
    );
    let start = Instant::now();
    let output = Command::new("sh")
        .args(["-c", &limited])
        .env("VERIFRAME_CACHE", "off")
        .output()
        .unwrap();
    let time = start.elapsed();
    let mut err = String::from_utf8_lossy(&output.stderr).into_owned();
    err.truncate(err.char_indices().nth(400).map_or(err.len(), |(at, _)| at));
    let Some(code @ 0..=2) = output.status.code() else {
        return Err(format!("{}: {err}", output.status));
    };
    if time > Duration::from_secs(SECONDS) + GRACE {
        return Err(format!("it took {time:.1?}"));
    }
    let report: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {err}"))?;
    let list = |key: &str| report[key].as_array().map_or(&[][..], Vec::as_slice);
    let located = |diagnostic: &Value| diagnostic["start"]["line"].is_u64();
    if !list("diagnostics").iter().all(located) {
        return Err("a diagnostic without a place".to_owned());
    }
    if list("diagnostics").is_empty() && list("members").is_empty() && code != 0 {
        return Err("neither a verdict nor a diagnostic".to_owned());
    }
    let mut said = String::new();
    for diagnostic in list("diagnostics").iter().take(1) {
        let _ = write!(said, "{}", diagnostic["message"]);
    }
    println!("    {code} {:.150}", said);
    Ok(code)
}

/// Fails on an internal error for a text.
fn assert_no_breakdown(text: &str) {
    let report = outcome("random.idf", text.to_owned());
    assert!(
        !report.all_diagnostics().any(|d| d.code == Code::Internal),
        "{text}"
    );
    assert!(
        !report.members.is_empty() || !report.diagnostics.is_empty() || nothing_in(text),
        "{text}"
    );
}

/// Whether a text may be an empty program.
fn nothing_in(text: &str) -> bool {
    !text.contains('(')
}

#[test]
fn random_bytes_give_diagnostics() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        let length = random.below(300);
        let bytes: Vec<u8> = (0..length)
            .map(|_| u8::try_from(random.below(256)).unwrap())
            .collect();
        assert_no_breakdown(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn random_tokens_give_diagnostics() {
    let mut random = Random::new(2);
    for round in 0..200 {
        let tokens: Vec<&str> = (0..random.below(60))
            .map(|_| random.pick(&TOKENS))
            .collect();
        let tokens = tokens.join(" ");
        // Half of them are in statement position, so that they are parsed further.
        assert_no_breakdown(&match round % 4 {
            0 => tokens,
            1 => {
                format!("class C {{ int x; C c; void m(int n) requires acc(x); {{ {tokens} ; }} }}")
            }
            2 => format!("class C {{ int x; void m(int n) requires {tokens}; {{ }} }}"),
            _ => format!("class C {{ int x; }} C c := new C(); int n := 1; {tokens};"),
        });
    }
}

#[test]
fn random_statements_give_outcomes() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        assert_no_breakdown(&method_of_statements(&mut random, 8));
    }
}

/// A method of less than so many random statements.
fn method_of_statements(random: &mut Random, most: usize) -> String {
    let statements: Vec<String> = (0..random.below(most))
        .map(|_| statement(random, 3))
        .collect();
    let contract = format!("requires acc(x); requires {};", condition(random, 2));
    format!(
        "class C {{ int x; C c; predicate q() {{ return acc(x); }} void m(int n, C o) {contract} {{ {} }} }}",
        statements.join(" ")
    )
}

/// A statement that parses, but need not be meaningful.
fn statement(random: &mut Random, depth: usize) -> String {
    let (value, condition) = (number(random, depth), condition(random, depth));
    let inner = |random: &mut Random| {
        if depth == 0 {
            ";".to_owned()
        } else {
            statement(random, depth - 1)
        }
    };
    match random.below(11) {
        0 => format!("n := {value};"),
        1 => format!("x := {value};"),
        2 => format!("o.x := {value};"),
        3 => format!(
            "if ({condition}) {{ {} }} else {{ {} }}",
            inner(random),
            inner(random)
        ),
        4 => format!("assert {condition};"),
        5 => "open q();".to_owned(),
        6 => "close q();".to_owned(),
        7 => format!("join acc(x) * {condition};"),
        8 => format!("o.m({value}, this);"),
        9 => format!("c := new C(); n := {value};"),
        _ => format!("{{ {} }}", inner(random)),
    }
}

fn condition(random: &mut Random, depth: usize) -> String {
    let (a, b) = (number(random, depth), number(random, depth));
    match (random.below(6), depth) {
        (0, 1..) => format!(
            "({} && {})",
            condition(random, depth - 1),
            condition(random, depth - 1)
        ),
        (1, 1..) => format!(
            "({} ==> {})",
            condition(random, depth - 1),
            condition(random, depth - 1)
        ),
        (2, _) => format!("!({a} < {b})"),
        (3, _) => "o = this".to_owned(),
        _ => format!("{a} = {b}"),
    }
}

fn number(random: &mut Random, depth: usize) -> String {
    match (random.below(9), depth) {
        (0, 1..) => format!(
            "({} + {})",
            number(random, depth - 1),
            number(random, depth - 1)
        ),
        (1, 1..) => format!(
            "({} * {})",
            number(random, depth - 1),
            number(random, depth - 1)
        ),
        (2, 1..) => format!(
            "({} / {})",
            number(random, depth - 1),
            number(random, depth - 1)
        ),
        (3, _) => "o.x".to_owned(),
        (4, _) => "x".to_owned(),
        (5, _) => "o.c.x".to_owned(),
        (6, _) => "n".to_owned(),
        _ => random.below(10).to_string(),
    }
}

const TOKENS: [&str; 83] = [
    "class",
    "C",
    "interface",
    "abstract",
    "final",
    "static",
    "pure",
    "predicate",
    "lemma",
    "int",
    "boolean",
    "void",
    "requires",
    "ensures",
    "decreases",
    "invariant",
    "acc",
    "open",
    "close",
    "use",
    "join",
    "assert",
    "assume",
    "old",
    "opening",
    "using",
    "in",
    "let",
    "forall",
    "exists",
    "untouched",
    "result",
    "this",
    "null",
    "true",
    "false",
    "new",
    "if",
    "else",
    "while",
    "for",
    "return",
    "write",
    "_",
    "x",
    "y",
    "m",
    "q",
    "c",
    "n",
    "0",
    "1",
    "99999999999999999999",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    ",",
    ".",
    "..",
    ":=",
    "=",
    "==",
    "!=",
    "<",
    "≤",
    ">",
    "&&",
    "∧",
    "||",
    "==>",
    "!",
    "?",
    "+",
    "-",
    "*",
    "/",
    "++",
    "::",
];
