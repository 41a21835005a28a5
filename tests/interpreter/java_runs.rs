//! Programs run as `java` runs them: random Java programs print the same under both, and end in
//! the same way. `VERIFRAME_PROGRAMS=2000` takes more of them, and `VERIFRAME_SEED` others.

mod exceptions;
mod expressions;
mod generate;
mod statements;
mod throwers;
use crate::support;
mod types;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{in_parallel, succeeds};
use veriframe::{Integers, Options, RunEnd, RunRefusal, RunRequest, Stop, Workspace};

/// The number of programs that one call of `javac` compiles.
const BATCH: u64 = 250;

/// What calls each program's `main` in turn: its output and end go to a file.
const DRIVER: &str = r#"
import java.io.*;
public class Driver {
  public static void main(String[] args) throws Exception {
    PrintStream original = System.out;
    for (String name : args) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      System.setOut(new PrintStream(bytes, false, "UTF-8"));
      String end = "returned";
      try {
        Class.forName(name + ".Main").getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
      } catch (java.lang.reflect.InvocationTargetException thrown) {
        Throwable cause = thrown.getCause();
        end = cause.getClass().getName();
        for (StackTraceElement frame : cause.getStackTrace()) {
          if (frame.getClassName().startsWith(name + ".")) {
            end += ":" + frame.getLineNumber();
            break;
          }
        }
      }
      System.out.flush();
      try (FileOutputStream file = new FileOutputStream(name + ".out")) {
        file.write(bytes.toByteArray());
      }
      try (FileOutputStream file = new FileOutputStream(name + ".end")) {
        file.write(end.getBytes("UTF-8"));
      }
    }
    original.println("done");
  }
}
"#;

/// What a program prints, and how it ends: `returned`, or an exception and the line of the
/// innermost call of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ending {
    printed: String,
    end: String,
}

/// Runs a program here; an error if it is not supported.
fn run_here(text: &str) -> Result<Ending, String> {
    let request = RunRequest {
        entry: None,
        input: Vec::new(),
        args: Vec::new(),
        contracts: false,
        steps: 3_000_000,
        memory: 200_000_000,
    };
    let mut workspace = Workspace::new(Options {
        integers: Some(Integers::Wrapping),
        ..Options::default()
    });
    workspace.set("Main.java", text);
    let mut printed = Vec::new();
    let loaded = workspace.load();
    let report = loaded.run(&request, &Stop::default(), &mut |text| {
        printed.extend_from_slice(text);
        true
    });
    let report = report.map_err(|refusal| match refusal {
        RunRefusal::Errors(reports) | RunRefusal::DependsOnErrors { reports, .. } => {
            let mut all = String::new();
            for found in reports.iter().flat_map(|report| &report.diagnostics) {
                let line = loaded.sources().start(found.span).line;
                let _ = write!(all, "{}: {} ({line}); ", found.full_code(), found.message());
            }
            all
        }
        RunRefusal::Entry { message, .. } => message,
    })?;
    let end = match report.end {
        RunEnd::Returned => "returned".to_owned(),
        RunEnd::Unsupported(found) => return Err(format!("at run time: {}", found.message())),
        RunEnd::Violation(found, exception) => {
            let own = report.calls.iter().find(|call| call.file == "Main.java");
            let line = own.map_or(0, |call| call.line);
            let exception = exception.unwrap_or_else(|| found.full_code());
            format!("{exception}:{line}")
        }
        other => format!("{other:?}"),
    };
    Ok(Ending {
        printed: String::from_utf8(printed).unwrap(),
        end,
    })
}

/// Runs programs with Java: those of packages `p0`, `p1`, ….
fn run_java(texts: &[String], folder: &Path) -> Vec<Ending> {
    let mut sources = vec!["Driver.java".to_owned()];
    fs::write(folder.join("Driver.java"), DRIVER).unwrap();
    for (number, text) in texts.iter().enumerate() {
        fs::create_dir(folder.join(format!("p{number}"))).unwrap();
        sources.push(format!("p{number}/Main.java"));
        fs::write(folder.join(sources.last().unwrap()), text).unwrap();
    }
    let mut javac = Command::new("javac");
    javac
        .args(["-encoding", "UTF-8", "-nowarn", "-d", "."])
        .args(&sources);
    succeeds(javac.current_dir(folder));
    let mut java = Command::new("java");
    java.args(["-cp", ".", "-Xss16m", "Driver"]);
    java.args((0..texts.len()).map(|number| format!("p{number}")));
    succeeds(java.current_dir(folder));
    let read = |name: String| fs::read_to_string(folder.join(name)).unwrap();
    let endings = (0..texts.len()).map(|number| Ending {
        printed: read(format!("p{number}.out")),
        end: read(format!("p{number}.end")),
    });
    endings.collect()
}

fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Where two texts differ first: a line of each.
fn difference(here: &str, there: &str) -> String {
    let count = here
        .lines()
        .zip(there.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let line = |text: &str| text.lines().nth(count).unwrap_or("(nothing)").to_owned();
    format!(
        "line {} is {:?}, in Java {:?}",
        count + 1,
        line(here),
        line(there)
    )
}

/// How programs compare with Java.
#[derive(Default)]
struct Comparison {
    same: u64,
    thrown: u64,
    bounded: u64,
    unsupported: Vec<String>,
    wrong: Vec<String>,
    /// Of each of some forms, how many programs have it.
    forms: BTreeMap<&'static str, u64>,
}

/// What is counted in programs about exceptions.
const FORMS: [&str; 9] = [
    "try {",
    "try (",
    "} finally {",
    " | ",
    "throw x",
    "throw new S0",
    "if (Main.flip()) return",
    "if (Main.flip()) break",
    "if (Main.flip()) continue",
];

impl Comparison {
    /// Adds a program.
    fn add(&mut self, seed: u64, found: &Result<Ending, String>, expected: &Ending) {
        match found {
            Err(why) => self.unsupported.push(format!("{seed}: {why}")),
            // Both have bounds on memory and time, but not the same: what was printed up to the
            // nearer one must agree.
            Ok(found) if found.end.starts_with("Bound") || expected.end.contains("OutOfMemory") => {
                let [here, there] = [&found.printed, &expected.printed];
                if here.starts_with(there.as_str()) || there.starts_with(here.as_str()) {
                    self.bounded += 1
                } else {
                    self.wrong
                        .push(format!("{seed}: {}", difference(here, there)))
                }
            }
            Ok(found) if found == expected => {
                self.same += 1;
                self.thrown += u64::from(found.end != "returned");
            }
            Ok(found) if found.printed != expected.printed => self.wrong.push(format!(
                "{seed}: {}",
                difference(&found.printed, &expected.printed)
            )),
            Ok(found) => self.wrong.push(format!(
                "{seed}: it ends with {}, in Java with {}",
                found.end, expected.end
            )),
        }
    }

    /// Counts the forms that a program has.
    fn count(&mut self, text: &str, runs: &str) {
        let forms = FORMS.iter().filter(|form| text.contains(**form));
        let printed = ["caught ", "finally ", "close ", "told "];
        let told = printed.iter().filter(|form| runs.contains(**form));
        for form in forms.chain(told) {
            *self.forms.entry(*form).or_default() += 1;
        }
    }

    /// Compares random programs, as many as there are by default or more.
    fn of(programs: &str, default: u64, generate: impl Fn(u64, &str) -> String) -> Comparison {
        let (count, seed) = (
            number("VERIFRAME_PROGRAMS", default),
            number("VERIFRAME_SEED", 1),
        );
        let mut all = Comparison::default();
        for first in (0..count).step_by(usize::try_from(BATCH).unwrap()) {
            let numbers = first..count.min(first + BATCH);
            let seeds: Vec<u64> = numbers.map(|number| seed * 1_000_000 + number).collect();
            let packages = (0..).map(|at: usize| format!("p{at}"));
            let texts = seeds.iter().zip(packages);
            let texts = texts.map(|(seed, package)| generate(*seed, &package));
            let texts: Vec<String> = texts.collect();
            let folder = tempfile::tempdir().unwrap();
            let expected = run_java(&texts, folder.path());
            let found = in_parallel(&texts, |text| run_here(text));
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                all.add(seeds[at], found, expected);
                all.count(&texts[at], &expected.printed);
            }
        }
        let Comparison { same, thrown, .. } = all;
        println!("{same} {programs} run as in Java, {thrown} of them to an exception");
        println!("{} do so up to a bound on memory or time", all.bounded);
        println!("{} are not supported", all.unsupported.len());
        let shown = number("VERIFRAME_SHOWN", 5) as usize;
        for text in all.unsupported.iter().take(shown) {
            println!("  {text}");
        }
        assert!(all.wrong.is_empty(), "\n{}", all.wrong.join("\n"));
        assert!(
            all.unsupported.len() as u64 * 10 <= count,
            "too few programs are supported"
        );
        all
    }
}

#[test]
fn random_programs_run_as_java_runs_them() {
    if support::tools::there_is_java("random programs") {
        Comparison::of("programs", 100, generate::program);
    }
}

#[test]
fn random_programs_with_exceptions_run_as_java_runs_them() {
    if !support::tools::there_is_java("random programs with exceptions") {
        return;
    }
    let generate = |seed: u64, package: &str| generate::generated(seed, package, true);
    let all = Comparison::of("programs with exceptions", 40, generate);
    println!("programs that have, or print: {:?}", all.forms);
}

/// Writes the program of a seed, to look at it: `VERIFRAME_SEED` is that of the program.
#[test]
fn a_seed_is_one_program() {
    let seed = number("VERIFRAME_SEED", 1);
    let throws = number("VERIFRAME_THROWS", 0) == 1;
    let text = generate::generated(seed, "p0", throws);
    assert_eq!(text, generate::generated(seed, "p0", throws));
    if let Ok(path) = std::env::var("VERIFRAME_WRITE") {
        fs::write(path, text).unwrap();
    }
}
