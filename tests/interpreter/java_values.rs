//! Expressions mean in annotations what they mean in Java: random expressions over all integer
//! types, casts, shifts, operations on bits, `?:`, constants and overloaded methods are evaluated by
//! `java`, and their values and types are asserted to the verifier and to the interpreter.
//! `VERIFRAME_EXPRESSIONS=20000` takes more of them, and `VERIFRAME_SEED` others.

mod generate;
use crate::support;

use generate::{Expression, HELPERS, Inputs, MEMBERS, PARAMETERS};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::random::Random;
use support::{in_parallel, succeeds};
use veriframe::{Integers, Options, RunEnd, RunRefusal, RunRequest, Stop, Workspace};

/// The number of expressions of one program.
const BATCH: u64 = 200;

/// The number of expressions of one method.
const METHOD: usize = 10;

/// The expressions of a program, with the inputs of each method.
struct Batch {
    seed: u64,
    inputs: Vec<Inputs>,
    expressions: Vec<Expression>,
}

/// What Java computes for an expression: the value, and the number of the overloaded method that
/// takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcome {
    value: i64,
    ty: i64,
}

fn batch(seed: u64, count: u64) -> Batch {
    let mut random = Random::new(seed);
    let count = usize::try_from(count).unwrap();
    let inputs = (0..count.div_ceil(METHOD)).map(|_| Inputs::draw(&mut random));
    let inputs = inputs.collect();
    let expressions = (0..count).map(|_| Expression::draw(&mut random));
    let expressions = expressions.collect();
    Batch {
        seed,
        inputs,
        expressions,
    }
}

/// A program of Java that prints the outcome of each expression, or `-` where an intermediate
/// result leaves its type.
fn printing(batch: &Batch, package: &str) -> String {
    let mut text = format!("package {package};\npublic class Main {{\n{MEMBERS}{HELPERS}");
    for (number, expression) in batch.expressions.iter().enumerate() {
        let (plain, exact) = (&expression.plain, &expression.exact);
        let constants = generate::CONSTANTS;
        let _ = write!(
            text,
            "  static String e{number}({PARAMETERS}) {{\n    {constants}\n    try {{\n      long exact = \
             {exact};\n      long value = {plain};\n      return value + \" \" + of({plain});\n    }} \
             catch (ArithmeticException e) {{\n      return \"-\";\n    }}\n  }}\n"
        );
    }
    text += "  public static void main(String[] args) {\n";
    for number in 0..batch.expressions.len() {
        let args = batch.inputs[number / METHOD].arguments();
        let _ = writeln!(text, "    System.out.println(e{number}({args}));");
    }
    text + "  }\n}\n"
}

/// Runs programs with Java: the outcomes of the expressions of each.
fn outcomes(batches: &[Batch], folder: &Path) -> Vec<Vec<Option<Outcome>>> {
    let mut sources = Vec::new();
    for (number, batch) in batches.iter().enumerate() {
        let package = format!("p{number}");
        fs::create_dir(folder.join(&package)).unwrap();
        sources.push(format!("{package}/Main.java"));
        fs::write(
            folder.join(sources.last().unwrap()),
            printing(batch, &package),
        )
        .unwrap();
    }
    let mut javac = Command::new("javac");
    javac
        .args(["-nowarn", "-Xlint:none", "-d", "."])
        .args(&sources);
    succeeds(javac.current_dir(folder));
    let mut all = Vec::new();
    for number in 0..batches.len() {
        let mut java = Command::new("java");
        java.args(["-cp", ".", &format!("p{number}.Main")]);
        let printed = succeeds(java.current_dir(folder));
        let outcome = |line: &str| {
            let (value, ty) = line.split_once(' ')?;
            Some(Outcome {
                value: value.parse().unwrap(),
                ty: ty.parse().unwrap(),
            })
        };
        all.push(printed.lines().map(outcome).collect());
    }
    all
}

/// A literal of a `long`.
fn literal(value: i64) -> String {
    format!("{value}L")
}

/// The annotated program that asserts the outcomes. With `in_code`, the code computes them, too.
fn asserting(batch: &Batch, outcomes: &[Option<Outcome>], in_code: bool) -> String {
    let mut text = format!("public class Main {{\n{MEMBERS}");
    let constants = generate::CONSTANTS;
    let mut calls = String::new();
    for (number, inputs) in batch.inputs.iter().enumerate() {
        let from = number * METHOD;
        let requires = inputs.requires();
        let _ = writeln!(
            text,
            "  //@ requires {requires};\n  static void m{number}({PARAMETERS}) {{ {constants}"
        );
        let _ = writeln!(calls, "    m{number}({});", inputs.arguments());
        let known = batch.expressions.iter().zip(outcomes).enumerate();
        for (at, (expression, outcome)) in known.skip(from).take(METHOD) {
            let Some(Outcome { value, ty }) = outcome else {
                continue;
            };
            let (plain, value) = (&expression.plain, literal(*value));
            let _ = writeln!(
                text,
                "    //@ assert ({plain}) == {value} && of({plain}) == {ty};"
            );
            if in_code {
                let _ = writeln!(
                    text,
                    "    long v{at} = {plain}; int t{at} = of({plain});\n    \
                     //@ assert v{at} == {value} && t{at} == {ty};"
                );
            }
        }
        text += "  }\n";
    }
    let _ = write!(
        text,
        "  public static void main(String[] args) {{\n{calls}  }}\n}}\n"
    );
    text
}

fn workspace(text: &str, integers: Integers) -> Workspace {
    let mut workspace = Workspace::new(Options {
        integers: Some(integers),
        ..Options::default()
    });
    workspace.set("Main.java", text);
    workspace
}

/// What the verifier does not prove, a line each.
fn unproved(text: &str) -> Vec<String> {
    let loaded = workspace(text, Integers::Checked).load();
    let reports = loaded.check(&Stop::default(), &|_| ());
    let mut wrong = Vec::new();
    for found in reports.iter().flat_map(|report| &report.diagnostics) {
        let line = loaded.sources().start(found.span).line;
        let source = text.lines().nth(line - 1).unwrap_or_default().trim();
        wrong.push(format!(
            "{}: {source}: {}",
            found.full_code(),
            found.message()
        ));
    }
    wrong
}

/// What a run finds to be violated.
fn violated(text: &str) -> Option<String> {
    let request = RunRequest {
        entry: None,
        input: Vec::new(),
        args: Vec::new(),
        contracts: true,
        steps: 50_000_000,
        memory: 200_000_000,
    };
    let loaded = workspace(text, Integers::Wrapping).load();
    let report = loaded.run(&request, &Stop::default(), &mut |_| true);
    let at = |found: &veriframe::Diagnostic| {
        let line = loaded.sources().start(found.span).line;
        let source = text.lines().nth(line - 1).unwrap_or_default().trim();
        format!("{}: {source}: {}", found.full_code(), found.message())
    };
    match report {
        Ok(report) => match report.end {
            RunEnd::Returned => None,
            RunEnd::Violation(found, _) => Some(at(&found)),
            RunEnd::Unsupported(found) => Some(at(&found)),
            other => Some(format!("{other:?}")),
        },
        Err(RunRefusal::Errors(reports) | RunRefusal::DependsOnErrors { reports, .. }) => {
            let found = reports.iter().flat_map(|report| &report.diagnostics);
            Some(found.map(at).collect::<Vec<_>>().join("\n"))
        }
        Err(RunRefusal::Entry { message, .. }) => Some(message),
    }
}

fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_expressions_mean_in_annotations_what_they_mean_in_java() {
    if !support::tools::there_is_java("random expressions") {
        return;
    }
    let wanted = number("VERIFRAME_EXPRESSIONS", 200);
    let seed = number("VERIFRAME_SEED", 1);
    let (mut compared, mut drawn, mut wrong) = (0, 0, Vec::new());
    while compared < wanted {
        // Some of the drawn ones leave their types.
        let count = ((wanted - compared) * 3 / 2 + 10).min(BATCH * 10);
        let mut batches = Vec::new();
        for first in (0..count).step_by(usize::try_from(BATCH).unwrap()) {
            batches.push(batch(seed * 1_000_000 + drawn, BATCH.min(count - first)));
            drawn += BATCH.min(count - first);
        }
        let folder = tempfile::tempdir().unwrap();
        let expected = outcomes(&batches, folder.path());
        let pairs: Vec<(&Batch, &Vec<Option<Outcome>>)> = batches.iter().zip(&expected).collect();
        compared += expected.iter().flatten().flatten().count() as u64;
        wrong.extend(in_parallel(&pairs, |(batch, expected)| {
            let mut wrong = unproved(&asserting(batch, expected, false));
            wrong.extend(violated(&asserting(batch, expected, true)));
            let of_seed = |text| format!("{}: {text}", batch.seed);
            wrong.into_iter().map(of_seed).collect::<Vec<String>>()
        }));
        println!("{compared} of {drawn} expressions are compared");
    }
    let wrong: Vec<String> = wrong.concat();
    let shown = wrong.len().min(40);
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..shown].join("\n")
    );
}
