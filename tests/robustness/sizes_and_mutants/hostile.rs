//! Hostile programs for `run`, `explore` and `test`: what has no end, needs too much, or cannot
//! be solved ends at a bound that is named; no construct, mutant or random program breaks the
//! interpreter.

use super::constructs::{Construct, constructs};
use super::limited::{mutated, random_programs};
use super::support::{Program, in_parallel, veriframe};
use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use veriframe::internals::syntax::Notation;

/// The number of mutated and random programs; `VERIFRAME_PROGRAMS` names another.
const PROGRAMS: usize = 24;

/// The size of the constructs; `VERIFRAME_SIZES` names others.
const SIZE: usize = 150;

/// The time of a command, in seconds, and the time after which it counts as hanging: an operation
/// on long numbers does not look at the time, and all processor cores may be in use.
const SECONDS: &str = "2";
const HANGS: u64 = 40;

/// The members of a program that are explored.
const EXPLORED: usize = 4;

const HOSTILE: &str = "class C {
  int v;
  C next;
  static void forever() { int x := 0; while (true) { x := x + 1; } }
  static void recursion(int x) { C.recursion(x + 1); }
  static void huge() { int[] a := new int[1000000000000]; }
  static void products() { int x := 3; while (true) { x := x * x; } }
  static void list() {
    C first := null;
    while (true) { C c := new C(); c.next := first; first := c; }
  }
  static void contradiction(int x) requires x < 0 && 0 < x; { int y := 1 / 0; }
  static void cubes(int x, int y, int z) {
    if (x * x * x + y * y * y = z * z * z && 0 < x && 0 < y && 0 < z) { int q := 1 / 0; }
  }
}
";

/// Runs a command on a program, with a main stack of 1 MB.
fn end_of(file: &str, words: &[&str]) -> Result<(i32, String, String), String> {
    let program = veriframe();
    let mut command = Command::new("sh");
    let script = format!("ulimit -S -s 1024; exec timeout -s KILL {HANGS} \"$0\" \"$@\"");
    command.args(["-c", &script]).arg(program.get_program());
    command.args(words).arg(file).env("VERIFRAME_CACHE", "off");
    let start = Instant::now();
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if start.elapsed() > Duration::from_secs(HANGS) {
        return Err(format!("{words:?} hangs"));
    }
    match status.code() {
        Some(code @ 0..=2) if !err.contains("internal error") => Ok((code, out, err)),
        _ => Err(format!("{words:?}: {status}: {err:.400}")),
    }
}

/// Each command ends at a bound, and names it.
#[test]
fn hostile_members_end_at_bounds_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hostile.idf");
    fs::write(&path, HOSTILE).unwrap();
    let path = path.to_str().unwrap();
    let says = |words: &[&str], wanted: &str| {
        let (_, out, err) = end_of(path, words).unwrap();
        assert!((out + &err).contains(wanted), "{words:?}: {wanted}");
    };
    for contracts in ["on", "off"] {
        for (member, bound) in [
            ("C.forever", "--steps"),
            ("C.huge", "--memory"),
            ("C.list", "--"),
            ("C.products", "--"),
        ] {
            let words = ["run", "--entry", member, "--contracts", contracts];
            let bounds = ["--steps", "1000000", "--memory", "64MB", "--timeout", "10"];
            let (code, _, err) = end_of(path, &[&words[..], &bounds[..]].concat()).unwrap();
            let is_named = err.contains(bound) || err.contains("time");
            assert!(code == 1 && is_named, "{member}: {code}, {err}");
        }
        let deep = ["run", "--entry", "C.recursion", "--arg", "1"];
        let words = [&deep[..], &["--contracts", contracts, "--steps", "9000000"]].concat();
        let (code, _, err) = end_of(path, &words).unwrap();
        assert!(code == 1 && err.contains("the run ended: "), "{err}");
    }
    for member in ["C.forever", "C.recursion", "C.products", "C.list"] {
        let words = ["explore", "--member", member, "--timeout", SECONDS];
        says(&words, "not finished: ");
    }
    let contract = ["explore", "--member", "C.contradiction", "--from-contract"];
    says(&contract, "0 leaves");
    let cubes = ["explore", "--member", "C.cubes", "--timeout", SECONDS];
    says(&cubes, "C.cubes: ");
    let of_test = |member| ["test", "--jobs", "1", "--time", SECONDS, "--member", member];
    for (member, bound) in [
        ("C.forever", "1 ended at the bound on steps"),
        ("C.recursion", "1 ended at the bound on "),
        ("C.huge", "1 ended at the bound on memory"),
        // An operation on long numbers takes many steps.
        ("C.products", "1 ended at the bound on steps"),
        ("C.list", "1 ended at the bound on "),
        ("C.contradiction", "no input of `C.contradiction` was found"),
        ("C.cubes", "1 query was not decided"),
    ] {
        says(&of_test(member), bound);
    }
}

/// Runs the commands on a program; a count of what they ended with, by command.
fn all_commands(program: &Program, notation: Notation) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let name = match notation {
        Notation::Idf => "hostile.idf",
        Notation::Java => "Hostile.java",
    };
    let path = folder.path().join(name);
    fs::write(&path, &program.text).unwrap();
    let path = path.to_str().unwrap();
    let bounds = ["--steps", "300000", "--timeout", SECONDS];
    let mut ended = Vec::new();
    for contracts in ["on", "off"] {
        let words = ["run", "--contracts", contracts, "--memory", "128MB"];
        let (code, ..) = end_of(path, &[&words[..], &bounds[..]].concat())?;
        ended.push(format!("run {code}"));
    }
    let words = ["test", "--runs", "3", "--time", "1", "--jobs", "1"];
    let ends = ["--timeout", "10", "--format", "json"];
    let (code, out, err) = end_of(path, &[&words[..], &ends].concat())?;
    ended.push(format!("test {code}"));
    if code == 2 {
        return Ok(ended.join(", "));
    }
    let report: Value =
        serde_json::from_str(&out).map_err(|error| format!("test: {error}: {err:.400}"))?;
    let members = report["members"].as_array().unwrap().iter();
    let names = members.map(|member| member["member"].as_str().unwrap().to_owned());
    let names: Vec<String> = names.collect();
    let step = (names.len() / EXPLORED).max(1);
    for name in names.iter().step_by(step).take(EXPLORED) {
        let words = ["explore", "--member", name, "--bound", "6", "--leaves", "8"];
        let (code, out, err) = end_of(
            path,
            &[&words[..], &bounds[..], &["--format", "json"]].concat(),
        )?;
        ended.push(format!("explore {code}"));
        if code == 2 && err.contains("given to several members") {
            continue;
        }
        let tree: Result<Value, _> = serde_json::from_str(&out);
        tree.map_err(|error| format!("explore {name}: {code}, {error}: {err:.400}"))?;
    }
    Ok(ended.join(", "))
}

/// Each command ends well on these.
fn end_well(programs: &[(Program, Notation)]) {
    let wrong = in_parallel(programs, |(program, notation)| {
        let start = Instant::now();
        let ended = all_commands(program, *notation);
        println!("{}: {ended:?} after {:.1?}", program.name, start.elapsed());
        ended.err().map(|why| format!("{}: {why}", program.name))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_construct_runs_to_an_end_on_a_small_stack() {
    let sizes = std::env::var("VERIFRAME_SIZES").ok();
    let sizes: Vec<usize> = match &sizes {
        Some(sizes) => sizes.split(',').map(|n| n.parse().unwrap()).collect(),
        None => vec![SIZE],
    };
    let every = if sizes == [SIZE] { 6 } else { 1 };
    let of_size = |size: usize| {
        let program = move |construct: Construct| {
            let program = Program {
                name: format!("{} of size {size}", construct.name),
                text: (construct.text)(size),
            };
            (program, construct.notation)
        };
        constructs().into_iter().step_by(every).map(program)
    };
    let programs: Vec<_> = sizes.into_iter().flat_map(of_size).collect();
    end_well(&programs);
}

#[test]
fn mutated_and_random_programs_run_to_an_end() {
    let named = std::env::var("VERIFRAME_PROGRAMS").ok();
    let count = named.and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let mut programs = mutated(count - count / 4);
    programs.extend(random_programs(count / 4));
    let programs: Vec<_> = programs.into_iter().map(|p| (p, Notation::Idf)).collect();
    end_well(&programs);
}
