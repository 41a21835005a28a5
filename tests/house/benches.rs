//! Self-tests of the benchmarks: generated programs verify at small sizes and have the
//! claimed size; power-law fits are right.

use crate::constructs;
use crate::fit;
use crate::peers;
use crate::process;
use crate::programs;
use crate::project;
use crate::report;
use crate::support;
use crate::tool;

use fit::exponent;
use process::Counter;
use report::Claim;
use std::path::Path;
use std::process::Command;
use support::{Program, in_parallel, program, root, run};
use tool::Bench;
use veriframe::{Exit, Options};

type Generate = fn(usize) -> String;

const ALL: [(&str, Generate); 13] = [
    ("cells", programs::cells),
    ("ifs", programs::ifs),
    ("ifs_used", programs::ifs_used),
    ("straight", programs::straight),
    ("calls", programs::calls),
    ("list", programs::list),
    ("nest", programs::nest),
    ("array", programs::array),
    ("members", programs::members),
    ("extending", programs::extending),
    ("layers", programs::layers),
    ("implementing", programs::implementing),
    ("circle", programs::circle),
];

/// The constructs of the sweeps, each in one file.
const CONSTRUCTS: [(&str, Generate); 40] = [
    ("locals", constructs::locals),
    ("declared", constructs::declared),
    ("asserted", constructs::asserted),
    ("kept", constructs::kept),
    ("opened", constructs::opened),
    ("ifs_field", constructs::ifs_field),
    ("else_ifs", constructs::else_ifs),
    ("returns", constructs::returns),
    ("nested_ifs", constructs::nested_ifs),
    ("whiles", constructs::whiles),
    ("nested_whiles", constructs::nested_whiles),
    ("objects", constructs::objects),
    ("dropped", constructs::dropped),
    ("appended", constructs::appended),
    ("mapped", constructs::mapped),
    ("stored", constructs::stored),
    ("methods", constructs::methods),
    ("calling", constructs::calling),
    ("overloads", constructs::overloads),
    ("functions", constructs::functions),
    ("constants", constructs::constants),
    ("predicate", constructs::predicate),
    ("clauses", constructs::clauses),
    ("parameters", constructs::parameters),
    ("cases", constructs::cases),
    ("conditions", constructs::conditions),
    ("quantified", constructs::quantified),
    ("filled", constructs::filled),
    ("overriding", constructs::overriding),
    ("inheriting", constructs::inheriting),
    ("dispatched", constructs::dispatched),
    ("super_calls", constructs::super_calls),
    ("inherited", constructs::inherited),
    ("replaced", constructs::replaced),
    ("extended", constructs::extended),
    ("interfaces", constructs::interfaces),
    ("summed", constructs::summed),
    ("nested_calls", constructs::nested_calls),
    ("pure_clauses", constructs::pure_clauses),
    ("counted_whiles", constructs::counted_whiles),
];

#[test]
fn generated_programs_verify() {
    let mut all = Vec::new();
    for (name, generate) in ALL.into_iter().chain(CONSTRUCTS) {
        for n in [1, 2, 5, 6, 12] {
            // 2¹² unmerged paths are too many for a test.
            let size = if name.starts_with("ifs") { n.min(6) } else { n };
            all.push(Program {
                name: format!("{name}({size})"),
                text: generate(size),
            });
        }
    }
    let wrong = in_parallel(&all, |program| {
        let report = run(program, &Options::default()).1;
        let messages: Vec<String> = report
            .all_diagnostics()
            .map(|diagnostic| diagnostic.message())
            .collect();
        let fine = Exit::of(&report) == Exit::Verified && messages.is_empty();
        (!fine).then(|| format!("{}: {messages:?}", program.name))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, [""; 0]);
}

/// What is compared with other tools is one program in the notation of each. Some have none for
/// Silicon, where it has no such construct.
#[test]
fn programs_for_other_tools_are_complete_and_verify() {
    let folder = "benches/peers/programs";
    let mut all = support::programs(folder);
    for program in &all {
        let peers = root().join(&program.name);
        assert!(
            peers.with_file_name("verifast.java").is_file(),
            "{}",
            program.name
        );
    }
    let grown = peers::all(4).into_iter().map(|program| Program {
        name: program.name,
        text: program.own,
    });
    all.extend(grown);
    assert!(all.len() >= 40, "{}", all.len());
    let wrong = in_parallel(&all, |program| {
        let report = run(program, &Options::default()).1;
        let verified = Exit::of(&report) == Exit::Verified;
        (!verified).then(|| program.name.clone())
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, [""; 0]);
}

/// Each program with one false claim, which must fail: a program that verifies
/// regardless of its claims would measure nothing.
#[test]
fn generated_programs_say_something() {
    let spoiled: [(&str, Generate, &str, &str); 12] = [
        (
            "cells",
            programs::cells,
            "assert c3.getX() = 3",
            "assert c3.getX() = 4",
        ),
        ("ifs_used", programs::ifs_used, "y3 := -x3", "y3 := x3"),
        (
            "straight",
            programs::straight,
            "p2.y := p2.x;",
            "p2.y := p1.y;",
        ),
        ("calls", programs::calls, "a.deposit(3);", "a.deposit(4);"),
        (
            "list",
            programs::list,
            "assert l.get(5) = 15",
            "assert l.get(5) = 16",
        ),
        (
            "nest",
            programs::nest,
            "return acc(x4)",
            "return acc(x4) * x4 = 0",
        ),
        (
            "array",
            programs::array,
            "a[3] := a[3] + 4",
            "a[3] := a[3] + 5",
        ),
        (
            "members",
            programs::members,
            "count := count + 1",
            "count := count + 2",
        ),
        ("extending", programs::extending, "twice7(7)", "twice7(8)"),
        ("layers", programs::layers, "return 9;", "return -9;"),
        (
            "implementing",
            programs::implementing,
            "b.set(5);",
            "b.set(6);",
        ),
        (
            "circle",
            programs::circle,
            "length() requires valid();",
            "length() requires true;",
        ),
    ];
    for (name, generate, right, wrong) in spoiled {
        let text = generate(if name == "ifs_used" { 4 } else { 16 });
        assert!(text.contains(right), "{name}: `{right}` is not in it");
        let program = Program {
            name: name.to_owned(),
            text: text.replace(right, wrong),
        };
        let report = run(&program, &Options::default()).1;
        assert_eq!(
            Exit::of(&report),
            Exit::NotVerified,
            "{name} with `{wrong}`"
        );
    }
}

#[test]
fn the_paper_s_programs_are_those_of_the_examples() {
    let example = |name: &str| program(&root().join("examples").join(name)).text;
    let words = |text: &str| {
        let lines = text.lines().map(|line| line.split("//").next().unwrap());
        let words: Vec<String> = lines
            .flat_map(str::split_whitespace)
            .map(str::to_owned)
            .collect();
        words
    };
    assert_eq!(words(&programs::cells(14)), words(&example("cells14.idf")));
    assert_eq!(words(&programs::ifs(10)), words(&example("ifs10.idf")));
}

#[test]
fn programs_grow_in_proportion() {
    for (name, generate) in ALL {
        let lines = |n: usize| generate(n).lines().count();
        let (ten, twenty, forty) = (lines(40), lines(80), lines(160));
        assert_eq!(2 * (twenty - ten), forty - twenty, "{name}");
        assert!(twenty > ten, "{name}");
    }
}

#[test]
fn exponents_of_power_laws_are_found() {
    let law = |exponent: f64| -> Vec<(f64, f64)> {
        let sizes = [10.0_f64, 20.0, 40.0, 80.0, 160.0];
        sizes.map(|n| (n, 3.0 * n.powf(exponent))).to_vec()
    };
    for right in [0.0, 0.5, 1.0, 1.15, 2.0] {
        let found = exponent(&law(right)).unwrap();
        assert!((found - right).abs() < 1e-9, "{right}: {found}");
    }
    // n log n lies between.
    let points: Vec<(f64, f64)> = (1..6)
        .map(|i| 100.0 * f64::from(2_i32.pow(i)))
        .map(|n| (n, n * n.ln()))
        .collect();
    let found = exponent(&points).unwrap();
    assert!(1.05 < found && found < 1.25, "{found}");
}

#[test]
fn no_exponent_is_made_up() {
    assert_eq!(exponent(&[]), None);
    assert_eq!(exponent(&[(10.0, 1.0)]), None);
    assert_eq!(exponent(&[(10.0, 1.0), (10.0, 2.0)]), None);
    assert_eq!(exponent(&[(10.0, 0.0), (20.0, 2.0)]), None);
    assert_eq!(exponent(&[(0.0, 1.0), (20.0, 2.0)]), None);
}

/// A benchmark without instruction counts, which take long.
fn bench() -> Bench {
    Bench::with(Counter::None).unwrap()
}

/// The cells of a table's rows.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let rows = table.lines().skip(2);
    rows.map(|line| line.split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn every_program_has_a_row_and_the_totals_are_theirs() {
    let paths = ["examples/cell.idf", "examples/swap.idf"].map(str::to_owned);
    let text = project::report(&bench(), &paths).unwrap();
    let rows = rows(&text);
    assert_eq!(rows.len(), 3, "{text}");
    assert_eq!(
        [rows[0][1], rows[1][1]],
        ["examples/cell.idf", "examples/swap.idf"]
    );
    let number = |row: usize, column: usize| rows[row][column].parse::<u64>().unwrap();
    for column in [2, 5, 6, 7, 8] {
        let sum = number(0, column) + number(1, column);
        assert_eq!(number(2, column), sum, "{text}");
    }
    assert!(number(0, 2) > 0 && number(0, 5) > 0, "{text}");
    assert_eq!(number(2, 5), number(2, 6) + number(2, 7), "{text}");
    assert!(rows.iter().all(|row| row[3].parse::<f64>().unwrap() > 0.0));
}

#[test]
fn a_path_without_programs_is_an_error() {
    let nothing = project::report(&bench(), &["tests/nothing".to_owned()]);
    assert!(nothing.is_err_and(|message| message.contains("tests/nothing")));
}

#[test]
fn what_does_not_verify_is_told_apart() {
    let bench = bench();
    let file = |name: &str, text: &str| bench.file(name, text).unwrap();
    let wrong = bench.glance(&file("wrong.idf", "assert false;"), &[]);
    assert!(!wrong.unwrap().verified);
    let right = bench.glance(&file("right.idf", "assert true;"), &[]);
    assert!(right.unwrap().verified);
    // A refused command line yields no JSON.
    let refused = bench.glance(Path::new("/nothing.idf"), &[]);
    assert!(refused.is_err_and(|why| why.contains("nothing.idf")));
}

#[test]
fn processes_are_measured() {
    let sleep = |time: &str| {
        let mut command = Command::new("sleep");
        command.arg(time);
        command
    };
    let ended = process::run(sleep("0.2")).unwrap();
    assert!(ended.time.as_millis() >= 200 && ended.code == Some(0));
    assert!(process::run(Command::new("/no/such/program")).is_err());
    let counter = Counter::find();
    let count = counter.count(&sleep("0"));
    assert_eq!(count.is_none(), counter == Counter::None);
    assert!(count.is_none_or(|count| count > 1000), "{count:?}");
}

#[test]
fn a_claim_without_a_figure_is_not_met() {
    let met = |measured| Claim::at_most("it", measured, 1.3, "").met;
    assert!(met(Some(1.3)) && met(Some(1.0)));
    assert!(!met(Some(1.31)) && !met(None) && !met(Some(f64::NAN)));
    assert!(Claim::at_least("it", 90.0, 90.0, " %").met);
    assert!(!Claim::at_least("it", 89.9, 90.0, " %").met);
}
