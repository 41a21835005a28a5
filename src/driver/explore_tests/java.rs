//! The same runs by Java: programs with their inputs, compiled and run in batches.

use crate::diagnostics::Code;
use crate::driver::random_programs::Ending;
use crate::execution::concrete::value::Value as Plain;
use crate::execution::input::{Input, InputObject, InputValue};
use crate::ir::Program;
use crate::source::SourceMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::Command;

/// The number of programs that one call of `javac` compiles.
const BATCH: usize = 50;

/// Runs that wait to be compared with Java's.
pub(super) struct JavaRuns {
    is_there: bool,
    programs: Vec<Waiting>,
    /// The number of runs that were compared.
    pub(super) compared: u64,
    /// The number of those that end with an exception.
    pub(super) thrown: u64,
}

struct Waiting {
    seed: u64,
    text: String,
    /// The statements that make each input and call the method, and how the run ends here; `None`
    /// if at a bound.
    runs: Vec<(String, Option<String>)>,
}

impl JavaRuns {
    /// No runs yet. Says so if there is no Java.
    pub(super) fn new() -> JavaRuns {
        let is_there = ["javac", "java"]
            .iter()
            .all(|tool| Command::new(tool).arg("-version").output().is_ok());
        if !is_there {
            let text = b"skipped: there is no Java to compare with\n";
            std::io::stderr().write_all(text).unwrap();
        }
        JavaRuns {
            is_there,
            programs: Vec::new(),
            compared: 0,
            thrown: 0,
        }
    }

    /// Begins a program.
    pub(super) fn program(&mut self, seed: u64, text: &str) {
        if self.programs.len() >= BATCH {
            self.finish();
        }
        self.programs.push(Waiting {
            seed,
            text: text.to_owned(),
            runs: Vec::new(),
        });
    }

    /// Adds a run of the program that was begun last.
    pub(super) fn run(
        &mut self,
        program: &Program,
        sources: &SourceMap,
        input: &Input,
        ending: &Ending,
    ) {
        let line = |span| sources.start(span).line;
        let expected = match ending {
            Ending::Returned(Plain::Int(n)) => Some(format!("returned {n}")),
            Ending::Failed(code, place) => {
                let exception = match code {
                    Code::NullDereference => "NullPointerException",
                    Code::IndexOutOfBounds => "ArrayIndexOutOfBoundsException",
                    Code::DivisionByZero => "ArithmeticException",
                    Code::NegativeArraySize => "NegativeArraySizeException",
                    other => panic!("{} is no exception", other.name()),
                };
                Some(format!("java.lang.{exception} {}", line(*place)))
            }
            _ => None,
        };
        let waiting = self.programs.last_mut().unwrap();
        waiting.runs.push((statements(program, input), expected));
    }

    /// Runs what waits, and compares.
    pub(super) fn finish(&mut self) {
        let programs = std::mem::take(&mut self.programs);
        if !self.is_there || programs.is_empty() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut main = String::new();
        let mut javac = Command::new("javac");
        javac.args(["-nowarn", "-d", ".", "Main.java"]);
        for (number, waiting) in programs.iter().enumerate() {
            let own = folder.path().join(format!("p{number}"));
            fs::create_dir(&own).unwrap();
            let text = format!("package p{number}; {}", waiting.text);
            fs::write(own.join("T.java"), text).unwrap();
            fs::write(own.join("Run.java"), runs(number, waiting)).unwrap();
            javac.args([format!("p{number}/T.java"), format!("p{number}/Run.java")]);
            let _ = writeln!(main, "    p{number}.Run.all();");
        }
        let main =
            format!("class Main {{\n  public static void main(String[] args) {{\n{main}  }}\n}}\n");
        fs::write(folder.path().join("Main.java"), main).unwrap();
        succeeds(javac.current_dir(folder.path()));
        let mut java = Command::new("java");
        let printed = succeeds(java.args(["-cp", ".", "Main"]).current_dir(folder.path()));
        let mut printed = printed.lines();
        for waiting in &programs {
            for (statements, expected) in &waiting.runs {
                let found = printed.next().unwrap();
                let is_bound = found.contains("StackOverflow") || found.contains("OutOfMemory");
                let Some(expected) = expected.as_ref().filter(|_| !is_bound) else {
                    continue;
                };
                self.compared += 1;
                self.thrown += u64::from(!found.starts_with("returned"));
                let (seed, text) = (waiting.seed, &waiting.text);
                assert_eq!(found, expected, "seed {seed}:\n{statements}\n{text}");
            }
        }
        assert_eq!(printed.next(), None);
    }
}

/// The class that makes the inputs of a program and prints how its runs end.
fn runs(number: usize, waiting: &Waiting) -> String {
    let mut methods = String::new();
    let mut calls = String::new();
    for (at, (statements, _)) in waiting.runs.iter().enumerate() {
        let _ = writeln!(methods, "  static int i{at}() {{ {statements} }}");
        let _ = writeln!(calls, "    print(Run::i{at});");
    }
    format!(
        "package p{number};
public class Run {{
{methods}
  static void print(java.util.function.IntSupplier run) {{
    try {{
      System.out.println(\"returned \" + run.getAsInt());
    }} catch (Throwable e) {{
      int line = 0;
      for (StackTraceElement frame : e.getStackTrace()) {{
        if (frame.getFileName().equals(\"T.java\")) {{ line = frame.getLineNumber(); break; }}
      }}
      System.out.println(e.getClass().getName() + \" \" + line);
    }}
  }}
  public static void all() {{
{calls}  }}
}}
"
    )
}

/// The statements that make an input and call `T.m`.
fn statements(program: &Program, input: &Input) -> String {
    let mut text = String::new();
    let value = |value: &InputValue| match value {
        InputValue::Int(n) => n.to_string(),
        InputValue::Bool(b) => b.to_string(),
        InputValue::Object(id) => format!("o{}", id.0),
        _ => "null".to_owned(),
    };
    for (number, object) in input.objects.iter().enumerate() {
        let _ = match object {
            InputObject::Object(class, _) => {
                let name = &program.class(*class).name;
                write!(text, "{name} o{number} = new {name}(); ")
            }
            InputObject::Array(_, elements) => {
                let elements: Vec<String> = elements.iter().map(value).collect();
                let elements = elements.join(", ");
                write!(text, "int[] o{number} = {{{elements}}}; ")
            }
            InputObject::Text(_) => panic!("no text is an input of these programs"),
        };
    }
    for (number, object) in input.objects.iter().enumerate() {
        if let InputObject::Object(_, fields) = object {
            for (field, of) in fields {
                let field = &program.field(*field).name;
                let _ = write!(text, "o{number}.{field} = {}; ", value(of));
            }
        }
    }
    for (field, of) in &input.statics {
        let _ = write!(text, "T.{} = {}; ", program.field(*field).name, value(of));
    }
    let args: Vec<String> = input.args.iter().map(value).collect();
    let _ = write!(text, "return T.m({});", args.join(", "));
    text
}

/// What a command prints.
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    printed
}
