//! Mutated and random programs as processes with little memory and time.

use super::support::random::Random;
use super::support::{Program, in_parallel, top_level, veriframe};
use super::{TOKENS, method_of_statements, mutate};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use veriframe::SourceMap;
use veriframe::internals::on_large_stack;
use veriframe::internals::syntax::{self, Notation};

/// The number of mutated and random programs; `VERIFRAME_PROGRAMS` names another.
const PROGRAMS: usize = 40;

/// The memory that a run of one of them may use, in KiB, and the limit that the run is told: a
/// system that gives no more memory than [`MEMORY`] does not end it.
const MEMORY: usize = 512 * 1024;
const LIMIT: &str = "400MiB";

/// The time limit of a run of one of them, in seconds, and the time after which it counts as
/// hanging.
const SECONDS: &str = "10";
const HANGS: Duration = Duration::from_secs(12);

#[test]
fn mutated_and_random_programs_end_with_limited_memory_and_time() {
    let count = match std::env::var("VERIFRAME_PROGRAMS") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => PROGRAMS,
    };
    let mut all = mutated(count - count / 4);
    all.extend(random_programs(count / 4));
    let ends = in_parallel(&all, |program| (program.name.clone(), limited(program)));
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, end) in ends {
        match end {
            Ok(code) => *counts.entry(code).or_insert(0) += 1,
            Err(why) => wrong.push(format!("{name}: {why}")),
        }
    }
    println!("{} programs; by exit code: {counts:?}", all.len());
    assert_eq!(wrong, [""; 0]);
}

/// Mutants of the examples and of the larger tests, equally many of each.
pub fn mutated(count: usize) -> Vec<Program> {
    let mut originals = top_level("examples");
    originals.extend(top_level("tests/verify/programs"));
    let share = count.div_ceil(originals.len());
    let of_each = in_parallel(&originals, |program| mutants_of(program, share));
    // One of each before the second of any.
    let mut all = Vec::new();
    for at in 0..share {
        all.extend(of_each.iter().filter_map(|of| of.get(at)).cloned());
    }
    all.truncate(count);
    all
}

/// So many mutants of a program, evenly spread over it.
fn mutants_of(program: &Program, count: usize) -> Vec<Program> {
    let file = SourceMap::default().add(program.name.clone(), program.text.clone());
    let parse = || syntax::parse(file, &program.text, Notation::Idf);
    let (tree, _) = on_large_stack(parse);
    let all = mutate::mutants(&program.text, &tree);
    let step = (all.len() / count).max(1);
    let chosen = all.iter().step_by(step).take(count);
    let program = |mutant: &mutate::Mutant| Program {
        name: format!("{}: {}", program.name, mutant.id),
        text: syntax::pretty(&mutant.file),
    };
    chosen.map(program).collect()
}

/// Random programs: of statements that parse, and of tokens.
pub fn random_programs(count: usize) -> Vec<Program> {
    let mut random = Random::new(4);
    let program = |at: usize| {
        let text = if at.is_multiple_of(2) {
            method_of_statements(&mut random, 40)
        } else {
            let tokens = (0..random.below(400)).map(|_| random.pick(&TOKENS));
            tokens.collect::<Vec<&str>>().join(" ")
        };
        Program {
            name: format!("random program {at}"),
            text,
        }
    };
    (0..count).map(program).collect()
}

/// Runs a program as a process with little memory and time, and returns its exit code.
///
/// # Errors
/// What is wrong with the end of the process or with its report.
fn limited(program: &Program) -> Result<i32, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("limited.idf"), &program.text).unwrap();
    let start = Instant::now();
    let mut child = veriframe()
        .args(["verify", "--timeout", SECONDS, "--memory", LIMIT])
        .args(["--format", "json", "--cache", "off"])
        .arg(path("limited.idf"))
        .stdin(Stdio::null())
        .stdout(File::create(path("out")).unwrap())
        .stderr(File::create(path("err")).unwrap())
        .spawn()
        .unwrap();
    let mut most = 0;
    let end = loop {
        if let Some(end) = child.try_wait().unwrap() {
            break end;
        }
        most = most.max(peak_memory(child.id()));
        if start.elapsed() > HANGS {
            child.kill().unwrap();
            child.wait().unwrap();
            return Err("it hangs".to_owned());
        }
        thread::sleep(Duration::from_millis(2));
    };
    if most > MEMORY {
        return Err(format!("it used {most} KiB"));
    }
    let err = fs::read_to_string(path("err")).unwrap();
    let Some(code @ 0..=2) = end.code() else {
        return Err(format!("{end}: {err:.400}"));
    };
    let report: Result<Value, _> = serde_json::from_slice(&fs::read(path("out")).unwrap());
    report.map_err(|error| format!("{error}: {err:.400}"))?;
    Ok(code)
}

/// The most memory that a process has used so far, in KiB; 0 where the system does not tell.
fn peak_memory(process: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let size = peak.and_then(|peak| peak.split_whitespace().next());
    size.map_or(0, |size| size.parse().unwrap())
}
