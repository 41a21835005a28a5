//! The processor time of programs whose classes depend on each other, by their number. The
//! process measures itself, so this is the only test of its binary.

use crate::allocations::alone;
use crate::constructs;
use crate::programs;
use crate::support;

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use support::{Program, run};
use veriframe::{Cache, CacheMode, Exit, Options};

/// The processor time of this process.
fn process_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap()
}

/// The least of several times to verify a program with this result, with an empty cache.
fn time(program: &Program, exit: Exit) -> Duration {
    let times = (0..2).map(|_| {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().to_owned(), CacheMode::Use);
        let options = Options {
            jobs: 1,
            cache: Some(cache.into()),
            ..Options::default()
        };
        // What is computed once for a folder would hide the growth.
        run(&empty(), &options);
        let start = process_time();
        let report = run(program, &options).1;
        let time = process_time() - start;
        assert_eq!(Exit::of(&report), exit, "{}", program.name);
        time
    });
    times.min().unwrap()
}

fn empty() -> Program {
    Program {
        name: "empty.idf".to_owned(),
        text: "class C { void m() { } }".to_owned(),
    }
}

type Generate = fn(usize) -> String;

/// A program of four times the size takes at most eight times as long: with quadratic time, it would
/// take sixteen times as long.
fn grows_in_proportion(name: &str, size: usize, exit: Exit, program: impl Fn(usize) -> Program) {
    let times = [size, 4 * size].map(|n| time(&program(n), exit));
    let bound = 8 * times[0] + Duration::from_millis(50);
    assert!(times[1] <= bound, "{name}: {times:?}");
}

#[test]
fn time_grows_in_proportion_to_the_number_of_branches() {
    let _alone = alone();
    let all: [(&str, Generate); 2] = [
        ("else_ifs", constructs::else_ifs),
        ("counted", constructs::counted),
    ];
    for (name, generate) in all {
        grows_in_proportion(name, 1_500, Exit::Verified, |n| Program {
            name: format!("{name}({n}).idf"),
            text: generate(n),
        });
    }
}

/// A contract that frames many getters reads them all in the same heap: the predicate is opened and
/// closed once, not for each of them, which would take forty times as long.
#[test]
fn framing_many_getters_costs_about_what_they_cost() {
    let _alone = alone();
    let [without, with] = [0, 20].map(|setters| {
        let program = Program {
            name: format!("setters({setters}).idf"),
            text: constructs::setters(80, setters),
        };
        time(&program, Exit::Verified)
    });
    let bound = 8 * without + Duration::from_millis(50);
    assert!(with <= bound, "{without:?}, {with:?}");
}

#[test]
fn time_grows_in_proportion_to_the_number_of_classes() {
    let _alone = alone();
    let all: [(&str, Generate); 4] = [
        ("extending", programs::extending),
        ("layers", programs::layers),
        ("implementing", programs::implementing),
        ("circle", programs::circle),
    ];
    for (name, generate) in all {
        grows_in_proportion(name, 60, Exit::Verified, |n| Program {
            name: format!("{name}({n}).idf"),
            text: generate(n),
        });
    }
    // Each class but the first is an error.
    for name in ["same.idf", "Same.java"] {
        grows_in_proportion(name, 1_000, Exit::Refused, |n| Program {
            name: name.to_owned(),
            text: "class A { int f; void m() { } }\n".repeat(n),
        });
    }
}
