//! Snapshots of the output: diagnostics with source lines, traces and `--help`. Review
//! changes with `cargo insta review`, or set `INSTA_UPDATE`.

use crate::support;

use support::{Program, is_chosen, options, program, programs, root, run};
use veriframe::TraceMode;
use veriframe::report::human;
use veriframe::report::human::Style;

/// One program in so many of these folders is included.
const SHOWN: [(&str, u32); 5] = [
    ("tests/verify/explanations", 1),
    ("tests/verify/paper", 1),
    ("tests/verify/resolve", 4),
    ("tests/verify/rules", 8),
    ("tests/soundness", 8),
];

/// Programs whose failing paths are shown with their states.
const TRACED: [&str; 6] = [
    "tests/verify/paper/fig9_without_open.idf",
    "tests/verify/paper/fig9_without_close.idf",
    "tests/verify/paper/fig9_without_use.idf",
    "tests/verify/paper/fig2_client_wrong_value.idf",
    "tests/verify/paper/call_captures_access.idf",
    "tests/verify/paper/iterator_after_remove.idf",
];

/// The output for a program.
fn text(program: &Program, style: Style, member: Option<&str>) -> String {
    let mut options = options(program).unwrap();
    options.trace = style.trace;
    options.members.extend(member.map(str::to_owned));
    let (sources, report) = run(program, &options);
    human::file(&sources, &report, style)
}

/// Compares with `tests/snapshots/NAME.snap`.
fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path("../snapshots");
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// A path as a snapshot's name: `verify-paper-acc_twice`.
fn name(program: &Program) -> String {
    let path = program.name.strip_prefix("tests/").unwrap_or(&program.name);
    path.trim_end_matches(".idf").replace('/', "-")
}

fn named(path: &str) -> Program {
    program(&root().join(path))
}

#[test]
fn diagnostics() {
    for (folder, one_in) in SHOWN {
        for program in programs(folder) {
            if is_chosen(&program, one_in) {
                check(&name(&program), &text(&program, Style::default(), None));
            }
        }
    }
}

#[test]
fn failing_paths() {
    for path in TRACED {
        let program = named(path);
        let style = Style {
            trace: TraceMode::Failing,
            ..Style::default()
        };
        check(
            &format!("trace-{}", name(&program)),
            &text(&program, style, None),
        );
    }
}

/// The five states of the paper's Figure 9.
#[test]
fn all_states_of_the_papers_set_x() {
    let mut program = named("examples/cell_ghost.idf");
    program.text.insert_str(0, "// options: --infer=off\n");
    let style = Style {
        trace: TraceMode::All,
        full: true,
        ..Style::default()
    };
    check(
        "trace-all-cell_ghost-setX",
        &text(&program, style, Some("Cell.setX")),
    );
    check(
        "trace-all-cell_ghost-setX-short",
        &text(
            &program,
            Style {
                full: false,
                ..style
            },
            Some("Cell.setX"),
        ),
    );
}

/// Inferred ghost steps are marked.
#[test]
fn inferred_steps() {
    let style = Style {
        trace: TraceMode::All,
        ..Style::default()
    };
    check(
        "trace-all-swap-setX",
        &text(&named("examples/swap.idf"), style, Some("Cell.setX")),
    );
}

#[test]
fn colours() {
    let style = Style {
        color: true,
        trace: TraceMode::Failing,
        ..Style::default()
    };
    let program = named("tests/verify/paper/fig9_without_close.idf");
    check(
        "colours",
        &text(&program, style, None).replace('\u{1b}', "␛"),
    );
}

#[test]
fn help() {
    for arguments in [
        &["--help"][..],
        &["verify", "--help"],
        &["verify", "-h"],
        &["run", "--help"],
        &["explain", "--help"],
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_veriframe"))
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        check(
            &format!("help {}", arguments.join(" ")).replace([' ', '-'], "_"),
            &String::from_utf8_lossy(&output.stdout),
        );
    }
}
