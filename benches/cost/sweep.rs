//! Sweeps of sizes: each construct of the language, as often as any program has it, and a quarter
//! as often. The growth of its cost between the two sizes shows cliffs.

use crate::report::{Claim, claims, megabytes, ms};
use crate::support::table;
use crate::tool::{Bench, Cost};
use crate::{constructs, programs};
use std::fmt::Write;
use std::fs;
use std::io::{Write as _, stderr};
use std::path::PathBuf;
use std::time::Duration;

/// The bound on exponents.
const EXPONENT: f64 = 1.25;

/// The bound on the memory of one statement or member, in KB.
const MEMORY: f64 = 10.0;

/// Times below this are measured several times, because they are lost in noise.
const SHORT: Duration = Duration::from_millis(300);

/// How often a short time is measured.
const REPEATS: usize = 5;

/// Times up to this are measured several times too: clearing pages takes the system more or less
/// time, depending on its free memory.
const LONG: Duration = Duration::from_secs(2);

/// How often such a time is measured.
const REPEATS_UP_TO_LONG: usize = 3;

/// The program of a size.
enum Generate {
    /// One `.idf` file.
    Text(fn(usize) -> String),
    /// Files by name.
    Files(fn(usize) -> Vec<(String, String)>),
}

use Generate::{Files, Text};

/// A construct.
struct Sweep {
    name: &'static str,
    /// The larger size.
    size: usize,
    /// The unit of size.
    unit: &'static str,
    /// The number of statements or members of a unit; 0 if it is a part of one.
    parts: usize,
    generate: Generate,
    /// Whether an empty cache is filled.
    cache: bool,
}

/// A construct in a program of one file.
const fn text(
    name: &'static str,
    size: usize,
    unit: &'static str,
    generate: fn(usize) -> String,
) -> Sweep {
    Sweep {
        name,
        size,
        unit,
        parts: 1,
        generate: Text(generate),
        cache: false,
    }
}

/// A construct in any number of files.
const fn files(
    name: &'static str,
    size: usize,
    unit: &'static str,
    generate: fn(usize) -> Vec<(String, String)>,
) -> Sweep {
    Sweep {
        generate: Files(generate),
        ..text(name, size, unit, programs::cells)
    }
}

/// The construct, with a number of statements or members in each unit.
const fn of(parts: usize, sweep: Sweep) -> Sweep {
    Sweep { parts, ..sweep }
}

/// The construct, with a cache.
const fn cached(name: &'static str, sweep: Sweep) -> Sweep {
    Sweep {
        name,
        cache: true,
        ..sweep
    }
}

/// All constructs.
static ALL: [Sweep; 63] = [
    text("locals", 100_000, "statements", constructs::locals),
    text("declared", 20_000, "variables", constructs::declared),
    text("straight", 100_000, "updates", programs::straight),
    text("asserted", 100_000, "assertions", constructs::asserted),
    text("kept", 20_000, "calls", constructs::kept),
    text("calls", 10_000, "calls", programs::calls),
    of(3, text("opened", 20_000, "openings", constructs::opened)),
    text("stored", 20_000, "updates", constructs::stored),
    text("array", 20_000, "updates", programs::array),
    text("appended", 1_000, "elements", constructs::appended),
    text("mapped", 1_000, "entries", constructs::mapped),
    of(2, text("ifs_used", 10_000, "`if`s", programs::ifs_used)),
    of(2, text("ifs_field", 10_000, "`if`s", constructs::ifs_field)),
    of(3, text("else_ifs", 8_000, "`if`s", constructs::else_ifs)),
    of(2, text("counted", 8_000, "`if`s", constructs::counted)),
    of(2, text("returns", 1_000, "`if`s", constructs::returns)),
    of(2, text("nested_ifs", 300, "`if`s", constructs::nested_ifs)),
    of(2, text("whiles", 10_000, "loops", constructs::whiles)),
    of(
        2,
        text("nested_whiles", 300, "loops", constructs::nested_whiles),
    ),
    of(2, text("unfolded", 200, "nodes", constructs::unfolded)),
    of(4, text("filled", 400, "loops", constructs::filled)),
    of(2, text("objects", 50_000, "objects", constructs::objects)),
    of(3, text("dropped", 50_000, "objects", constructs::dropped)),
    of(3, text("cells", 50_000, "objects", programs::cells)),
    of(2, text("list", 5_000, "elements", programs::list)),
    text("members", 20_000, "members", programs::members),
    cached(
        "members, cached",
        text("", 20_000, "members", programs::members),
    ),
    text("methods", 20_000, "members", constructs::methods),
    text("calling", 20_000, "members", constructs::calling),
    text("failing", 20_000, "members", constructs::failing),
    of(
        2,
        text("overloads", 5_000, "members", constructs::overloads),
    ),
    text("functions", 5_000, "members", constructs::functions),
    text("getters", 400, "members", constructs::getters),
    text("framing", 1_000, "members", constructs::framing),
    text("constants", 5_000, "constants", constructs::constants),
    text("nest", 1_000, "predicates", programs::nest),
    of(
        0,
        text("predicate", 1_000, "conjuncts", constructs::predicate),
    ),
    of(0, text("clauses", 1_000, "conjuncts", constructs::clauses)),
    of(
        0,
        text("conditions", 1_000, "conjuncts", constructs::conditions),
    ),
    of(
        0,
        text("quantified", 1_000, "conjuncts", constructs::quantified),
    ),
    of(0, text("cases", 1_000, "cases", constructs::cases)),
    of(
        0,
        text("parameters", 1_000, "parameters", constructs::parameters),
    ),
    of(4, text("extending", 5_000, "classes", programs::extending)),
    of(3, text("layers", 5_000, "classes", programs::layers)),
    of(
        5,
        text("implementing", 5_000, "classes", programs::implementing),
    ),
    cached(
        "members, cached",
        of(5, text("", 5_000, "classes", programs::implementing)),
    ),
    of(4, text("circle", 5_000, "classes", programs::circle)),
    of(
        3,
        text("overriding", 1_000, "classes", constructs::overriding),
    ),
    of(
        2,
        text("inheriting", 1_000, "classes", constructs::inheriting),
    ),
    of(
        2,
        text("super_calls", 1_000, "classes", constructs::super_calls),
    ),
    of(
        2,
        text("inherited", 1_600, "classes", constructs::inherited),
    ),
    of(3, text("replaced", 1_600, "classes", constructs::replaced)),
    of(3, text("extended", 1_600, "classes", constructs::extended)),
    of(
        2,
        text("interfaces", 10_000, "methods", constructs::interfaces),
    ),
    of(0, text("summed", 10_000, "fields", constructs::summed)),
    of(
        0,
        text("nested_calls", 8_000, "calls", constructs::nested_calls),
    ),
    of(
        0,
        text("pure_clauses", 50_000, "clauses", constructs::pure_clauses),
    ),
    of(
        0,
        text("counted_whiles", 4_000, "loops", constructs::counted_whiles),
    ),
    of(
        3,
        text("dispatched", 1_000, "classes", constructs::dispatched),
    ),
    of(4, files("files", 5_000, "files", constructs::files)),
    of(
        2,
        files("java_files", 5_000, "files", constructs::java_files),
    ),
    cached(
        "java_files, cached",
        of(2, files("", 5_000, "files", constructs::java_files)),
    ),
    files(
        "java_statements",
        100_000,
        "statements",
        constructs::java_statements,
    ),
];

/// Why constructs can be outside the bounds, with their names.
static REASONS: [(&[&str], &str); 14] = [
    (
        &["else_ifs", "returns"],
        "what each branch knows is kept until the branches meet",
    ),
    (
        &["filled", "quantified"],
        "quantified facts about earlier loops and assertions stay facts, and each query matches \
         or compares all of them",
    ),
    (
        &["getters"],
        "each of n pure methods opens the predicate, which has n fields: n² chunks, of 6 µs each",
    ),
    (
        &["unfolded"],
        "each of n paths closes all levels that it has opened: n²/2 closings, of 60 µs each",
    ),
    (
        &["inheriting", "inherited", "replaced", "extended"],
        "the contract of a default constructor states the fields of all superclasses: n²/2 \
         conjuncts, of 20 µs and 1 KB each",
    ),
    (
        &["summed"],
        "a sum of n fields is one linear form, which is copied when a summand changes",
    ),
    (
        &["counted_whiles"],
        "each loop keeps the states of those around it, 0.1 MB each, and above 1,000 of them it \
         asks 13 questions instead of 5",
    ),
    (
        &["calls", "list"],
        "values and facts of earlier states stay until the member is verified",
    ),
    (
        &["objects", "dropped", "cells"],
        "the heap and what is known of it do not fit into the caches, and the system clears pages",
    ),
    (
        &[
            "members",
            "members, cached",
            "failing",
            "overriding",
            "java_files, cached",
        ],
        "the text, the tree, the contract and the outcome of each member stay until the report",
    ),
    (
        &["extending", "layers"],
        "a name is looked up along the chain of superclasses, some nanoseconds for each",
    ),
    (
        &["nested_ifs", "nested_whiles", "nest"],
        "each level keeps its stack and its state until the levels inside have ended",
    ),
    (&["framing"], "each contract has 20 conjuncts"),
    (
        &["super_calls", "dispatched"],
        "at most a thousand are measured, and share 10 to 20 MB of stacks and first segments of \
         the allocator",
    ),
];

/// The end of the section.
const ENDS: &str =
    "`--timeout` and `--memory` (by default half of the machine's memory) end each of them, at
four times the size too: the run ends with a report, in which the members under way are
`unknown`. So is a member with more than 65,536 paths that do not meet, as 17 conditional
permissions have.
";

/// The cost of a construct at one size, or the reason why there is none.
type Measured = Result<Cost, String>;

/// Measures the named constructs, or all.
///
/// # Errors
/// If a name is unknown, or a file cannot be written.
pub fn report(bench: &Bench, names: &[String]) -> Result<String, String> {
    let all = ALL
        .iter()
        .filter(|sweep| names.is_empty() || names.iter().any(|name| name == sweep.name));
    let chosen: Vec<&Sweep> = all.collect();
    if chosen.is_empty() {
        return Err("there is no such construct".to_owned());
    }
    let empty = bench.file("empty.idf", "class Nothing {}\n")?;
    let nothing = shortest(|_| bench.glance(&empty, &[]))?;
    let mut rows = Vec::new();
    let mut all_claims = Vec::new();
    for sweep in chosen {
        let small = measure(bench, sweep, sweep.size / 4)?;
        let large = measure(bench, sweep, sweep.size)?;
        let grown = exponent(&small, &large, &nothing);
        let each = kilobytes(sweep, &large, &nothing);
        rows.push(row(sweep, &small, &large, grown, each));
        let name = sweep.name;
        let mut found = vec![Claim::at_most(
            &format!("`{name}`, exponent"),
            grown,
            EXPONENT,
            "",
        )];
        if sweep.parts > 0 {
            let what = format!("`{name}`, memory of one");
            found.push(Claim::at_most(&what, each, MEMORY, " KB"));
        }
        all_claims.extend(found.into_iter().filter(|claim| !claim.met));
    }
    let head = [
        "construct",
        "n",
        "unit",
        "time of n/4 (ms)",
        "time of n (ms)",
        "exponent",
        "memory (MB)",
        "of one (KB)",
        "",
    ];
    let mut text = table::markdown(&head, &rows);
    if !all_claims.is_empty() {
        let _ = writeln!(
            text,
            "\nNot within the bounds (exponent {EXPONENT}, {MEMORY} KB):\n\n{}\nReasons:\n",
            claims(&all_claims)
        );
        for (names, reason) in REASONS {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let _ = writeln!(text, "* {}: {reason}", names.join(", "));
        }
        let _ = write!(text, "\n{ENDS}");
    }
    Ok(text)
}

/// The cost of a construct at a size.
fn measure(bench: &Bench, sweep: &Sweep, size: usize) -> Result<Measured, String> {
    let _ = writeln!(stderr(), "{}({size})", sweep.name);
    let path = write(bench, sweep, size)?;
    Ok(shortest(|round| {
        let cache = bench.path(&format!("{}-{size}-{round}.cache", sweep.name));
        let options = sweep.cache.then(|| format!("--cache={}", cache.display()));
        let cost = bench.glance(&path, options.as_slice());
        let _ = fs::remove_dir_all(cache);
        cost
    }))
}

/// The cost of one run, or of the shortest of several if it does not take long.
fn shortest(run: impl Fn(usize) -> Measured) -> Measured {
    let mut best = run(0)?;
    let repeats = match best.time {
        time if time < SHORT => REPEATS,
        time if time < LONG => REPEATS_UP_TO_LONG,
        _ => 1,
    };
    for round in 1..repeats {
        let again = run(round)?;
        if again.time < best.time {
            best = again;
        }
    }
    Ok(best)
}

/// Writes the program of a size, and returns the path to verify.
fn write(bench: &Bench, sweep: &Sweep, size: usize) -> Result<PathBuf, String> {
    match sweep.generate {
        Text(generate) => bench.file("sweep.idf", &generate(size)),
        Files(generate) => {
            let name = format!("{}-{size}", sweep.name);
            let folder = bench.path(&name);
            fs::create_dir_all(&folder).map_err(|error| format!("no folder: {error}"))?;
            for (file, text) in generate(size) {
                bench.file(&format!("{name}/{file}"), &text)?;
            }
            Ok(folder)
        }
    }
}

/// The processor time where it is long enough to be exact, or else the wall time.
fn time(cost: &Cost) -> Duration {
    let cpu = cost.cpu().filter(|_| cost.time > SHORT);
    cpu.unwrap_or(cost.time)
}

/// The exponent of the growth by a factor of four.
fn exponent(small: &Measured, large: &Measured, nothing: &Cost) -> Option<f64> {
    let fixed = nothing.time.as_secs_f64();
    let of = |cost: &Measured| {
        cost.as_ref()
            .ok()
            .map(|cost| time(cost).as_secs_f64() - fixed)
    };
    let (small, large) = (of(small)?, of(large)?);
    (small > 0.0 && large > 0.0).then(|| (large / small).ln() / 4.0_f64.ln())
}

/// The memory of one statement or member.
fn kilobytes(sweep: &Sweep, large: &Measured, nothing: &Cost) -> Option<f64> {
    let fixed = megabytes(nothing.memory()?);
    let all = megabytes(large.as_ref().ok()?.memory()?) - fixed;
    let parts = sweep.size * sweep.parts;
    (parts > 0).then(|| all * 1000.0 / parts as f64)
}

fn row(
    sweep: &Sweep,
    small: &Measured,
    large: &Measured,
    grown: Option<f64>,
    each: Option<f64>,
) -> Vec<String> {
    let show = |cost: &Measured| match cost {
        Ok(cost) => ms(time(cost)),
        Err(why) => why.clone(),
    };
    let number = |figure: Option<f64>, digits: usize| {
        figure.map_or("–".to_owned(), |figure| format!("{figure:.digits$}"))
    };
    let memory = large.as_ref().ok().and_then(Cost::memory).map(megabytes);
    let verified = large.as_ref().is_ok_and(|cost| cost.verified);
    vec![
        sweep.name.to_owned(),
        sweep.size.to_string(),
        sweep.unit.to_owned(),
        show(small),
        show(large),
        number(grown, 2),
        number(memory, 0),
        number(each, 1),
        if verified { "" } else { "not verified" }.to_owned(),
    ]
}
