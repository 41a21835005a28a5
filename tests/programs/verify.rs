//! Test programs: each `.idf` file of the examples, the tutorial, `tests/verify` and
//! `tests/soundness`, and each `.java` file of the tests, is a test case, named by its
//! path. Programs state the expected diagnostics (`//~ CODE`); there must be no others.

use crate::support;

use libtest_mimic::{Failed, Trial};
use support::expect::{self, Mark};
use support::messages;
use support::{Program, in_time, java_programs, options, programs, run};
use veriframe::{Code, Diagnostic, Span};

/// The verdict of each program.
pub fn trials() -> Vec<Trial> {
    let mut trials = self_tests();
    for (folder, check) in [
        ("examples", no_mark as fn(&[Mark]) -> Result<(), String>),
        ("tests/verify", any_mark),
        ("tests/soundness", an_error),
        ("docs/tutorial", any_mark),
    ] {
        let java = if folder == "examples" {
            Vec::new() // these are projects, of several files
        } else {
            java_programs(folder)
        };
        for program in programs(folder).into_iter().chain(java) {
            trials.push(Trial::test(
                format!("verify::{}", program.name),
                move || {
                    in_time(&program, move |program| verify(program, check))
                        .and_then(|result| result)
                        .map_err(Failed::from)
                },
            ));
        }
    }
    trials
}

/// Verifies a program and compares the outcome with its expectations.
fn verify(program: &Program, check: fn(&[Mark]) -> Result<(), String>) -> Result<(), String> {
    let marks = expect::marks(program)?;
    check(&marks).map_err(|message| format!("{}: {message}", program.name))?;
    let (sources, report) = run(program, &options(program)?);
    if report.members.is_empty() && !marks.iter().any(|mark| mark.code.is_front_end()) {
        return Err(format!("{}: there is nothing to verify", program.name));
    }
    expect::compare(program, &marks, &sources, &report)?;
    messages::check(program, &report)
}

fn no_mark(marks: &[Mark]) -> Result<(), String> {
    if marks.is_empty() {
        Ok(())
    } else {
        Err("an example expects no error".to_owned())
    }
}

fn any_mark(_: &[Mark]) -> Result<(), String> {
    Ok(())
}

fn an_error(marks: &[Mark]) -> Result<(), String> {
    let some = marks.iter().any(Mark::is_error);
    if some {
        Ok(())
    } else {
        Err("a soundness test expects at least one error".to_owned())
    }
}

/// Self-tests of the harness, on special programs.
fn self_tests() -> Vec<Trial> {
    type Test = fn() -> Result<(), String>;
    let tests: [(&str, Test); 8] = [
        ("a right mark passes", || {
            verify(&failing("//~ assert:may-not-hold"), any_mark)
        }),
        ("the construct alone passes", || {
            verify(&failing("//~ assert"), any_mark)
        }),
        ("a missing mark fails", || {
            refused(
                &failing(""),
                any_mark,
                "line 3: not expected: assert:may-not-hold",
            )
        }),
        ("a wrong reason fails", || {
            refused(
                &failing("//~ assert:missing-predicate"),
                any_mark,
                "line 3: missing: assert:missing-predicate",
            )
        }),
        ("an extra mark fails", || {
            refused(
                &failing("//~ assert //~ join"),
                any_mark,
                "line 3: missing: join",
            )
        }),
        ("a mark that is no code fails", || {
            refused(&failing("//~ asert"), any_mark, "names no diagnostic code")
        }),
        (
            "marks choose the diagnostics that only they fit",
            marks_choose_well,
        ),
        (
            "internal text in messages is found",
            messages::finds_internal_text,
        ),
    ];
    let mut trials: Vec<Trial> = tests
        .into_iter()
        .map(|(name, test)| {
            Trial::test(format!("verify::harness: {name}"), move || {
                test().map_err(Failed::from)
            })
        })
        .collect();
    trials.push(Trial::test(
        "verify::harness: an unknown option fails",
        || {
            let program = Program {
                name: "self-test".to_owned(),
                text: "// options: --inferr=off\n".to_owned(),
            };
            options(&program).map_or(Ok(()), |_| Err(Failed::from("it was taken")))
        },
    ));
    trials.push(Trial::test(
        "harness: a soundness test without an error fails",
        || {
            let program = Program {
                name: "self-test".to_owned(),
                text: "int n := 3;\nassert n = 3;\n".to_owned(),
            };
            refused(&program, an_error, "expects at least one error").map_err(Failed::from)
        },
    ));
    trials
}

/// A program whose third line fails.
fn failing(marks: &str) -> Program {
    let text = format!("// A self-test of the harness.\nint n := 3;\nassert n = 4; {marks}\n");
    Program {
        name: "self-test".to_owned(),
        text,
    }
}

/// Passes if `verify` fails with the message `expected`.
fn refused(
    program: &Program,
    check: fn(&[Mark]) -> Result<(), String>,
    expected: &str,
) -> Result<(), String> {
    match verify(program, check) {
        Ok(()) => Err("it passed".to_owned()),
        Err(message) if message.contains(expected) => Ok(()),
        Err(message) => Err(format!("it failed, but says:\n{message}")),
    }
}

/// Two diagnostics on a line with two expectations, only one with a reason, in both
/// orders.
fn marks_choose_well() -> Result<(), String> {
    for marks in [
        "//~ assert //~ assert:may-not-hold",
        "//~ assert:may-not-hold //~ assert",
    ] {
        let program = failing(marks);
        let (sources, mut report) = run(&failing(""), &options(&program)?);
        let file = report.file;
        report.members.clear();
        report.diagnostics = [Code::MayNotHold, Code::MissingPredicate]
            .map(|reason| {
                Diagnostic::error(Code::Assert, Span::new(file, 45, 50), "").because(reason)
            })
            .into();
        expect::compare(&program, &expect::marks(&program)?, &sources, &report)?;
    }
    Ok(())
}
