//! The cost of constructs is in proportion to their number: programs of four times the size take
//! little more than four times the work. Allocated bytes are counted, because they are the same
//! in every run.

use crate::allocations::{ALLOCATOR, alone};
use crate::constructs;
use crate::programs;
use crate::support;

use stats_alloc::Region;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::listening::Each;
use support::{Program, run};
use veriframe::internals::events::Event;
use veriframe::{Cache, CacheMode, Exit, Options};

/// The maximum growth from a quarter of a size to the size: that of exponent 1.25.
const MAX_GROWTH: f64 = 5.66;

/// Makes a program of a size.
type Generate = fn(usize) -> String;

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum Measured {
    /// A run without a cache.
    Run,
    /// What an empty cache adds to a run.
    Cache,
}

/// The bytes that are allocated in a run.
fn bytes(program: &Program, cache: Option<Cache>) -> f64 {
    let options = Options {
        jobs: 1,
        cache: cache.map(Into::into),
        ..Options::default()
    };
    let region = Region::new(ALLOCATOR);
    let report = run(program, &options).1;
    let bytes = region.change().bytes_allocated;
    assert_eq!(Exit::of(&report), Exit::Verified, "{}", program.name);
    #[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
    let bytes = bytes as f64;
    bytes
}

/// The bytes that are allocated for what is measured.
fn cost(measured: Measured, name: &str, text: String) -> f64 {
    let name = name.to_owned();
    let program = Program { name, text };
    let run = bytes(&program, None);
    match measured {
        Measured::Run => run,
        Measured::Cache => {
            let folder = tempfile::tempdir().unwrap();
            let cache = Cache::new(folder.path().to_owned(), CacheMode::Use);
            bytes(&program, Some(cache)) - run
        }
    }
}

#[test]
fn cost_is_in_proportion_to_size() {
    let _alone = alone();
    let all: [(Measured, &str, usize, Generate); 8] = [
        (Measured::Run, "quantified", 240, constructs::quantified),
        (Measured::Run, "overriding", 120, constructs::overriding),
        (Measured::Run, "implementing", 200, programs::implementing),
        (Measured::Cache, "implementing", 200, programs::implementing),
        (Measured::Cache, "circle", 200, programs::circle),
        (Measured::Run, "objects", 8000, constructs::objects),
        (Measured::Run, "dropped", 8000, constructs::dropped),
        (Measured::Run, "cells", 4000, programs::cells),
    ];
    let mut steep = Vec::new();
    for (measured, name, size, generate) in all {
        let small = cost(measured, name, generate(size / 4));
        let large = cost(measured, name, generate(size));
        let growth = large / small;
        if growth > MAX_GROWTH {
            steep.push(format!(
                "{measured:?} {name}({size}): {small} B, {large} B: {growth:.2} times"
            ));
        }
    }
    assert!(steep.is_empty(), "{}", steep.join("\n"));
}

/// The most bytes that are in use at once while a program is verified.
fn most_in_use(program: &Program, explain: bool) -> usize {
    let most = Arc::new(AtomicUsize::new(0));
    let watched = most.clone();
    let watch = Each(move |_: &Event<'_>| {
        let stats = ALLOCATOR.stats();
        let in_use = stats
            .bytes_allocated
            .saturating_sub(stats.bytes_deallocated);
        watched.fetch_max(in_use, Ordering::Relaxed);
    });
    let options = Options {
        jobs: 1,
        explain,
        listeners: vec![Arc::new(watch)],
        ..Options::default()
    };
    let before = ALLOCATOR.stats();
    let before = before.bytes_allocated - before.bytes_deallocated;
    let report = run(program, &options).1;
    assert_eq!(Exit::of(&report), Exit::Verified, "{}", program.name);
    most.load(Ordering::Relaxed) - before
}

/// The states that explanations need are dropped, or share what they have, as long as nothing
/// fails.
#[test]
fn explanations_keep_next_to_nothing_where_nothing_fails() {
    let _alone = alone();
    let all: [(&str, usize, Generate); 3] = [
        ("objects", 6000, constructs::objects),
        ("dropped", 6000, constructs::dropped),
        ("cells", 2000, programs::cells),
    ];
    for (name, size, generate) in all {
        let name = format!("{name}({size})");
        let program = Program {
            name,
            text: generate(size),
        };
        let (with, without) = (most_in_use(&program, true), most_in_use(&program, false));
        println!("{}: {with}, {without}", program.name);
        assert!(
            with <= without + without / 20,
            "{}: {with}, {without}",
            program.name
        );
    }
}
