//! An idle listener costs nothing: however many events it hears, nothing is allocated for
//! them. Allocations are counted, because they are the same in every run.

use crate::allocations::{ALLOCATOR, alone};
use crate::programs;
use crate::support;

use stats_alloc::Region;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::listening::Each;
use support::{Program, run};
use veriframe::internals::events::Event;
use veriframe::{Exit, Options};

/// The number of runs; the least allocations count. A check that is first tried on the
/// caller's thread is repeated if that takes too long, and workers differ slightly.
const RUNS: usize = 3;

/// The allocations of a run.
fn allocations(program: &Program, options: &Options) -> usize {
    let runs = (0..RUNS).map(|_| {
        let region = Region::new(ALLOCATOR);
        let report = run(program, options).1;
        let allocations = region.change().allocations;
        assert_eq!(Exit::of(&report), Exit::Verified, "{}", program.name);
        allocations
    });
    runs.min().unwrap()
}

#[test]
fn nothing_is_allocated_for_an_idle_listener() {
    let _alone = alone();
    let all = [
        ("cells", programs::cells(200)),
        ("ifs_used", programs::ifs_used(80)),
        ("calls", programs::calls(50)),
        ("list", programs::list(12)),
        ("array", programs::array(120)),
    ];
    for (name, text) in all {
        let name = name.to_owned();
        let program = Program { name, text };
        let heard = Arc::new(AtomicUsize::new(0));
        let counter = heard.clone();
        let idle = Each(move |_: &Event<'_>| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        let mut options = Options::default();
        let without = allocations(&program, &options);
        options.listeners.push(Arc::new(idle));
        let with = allocations(&program, &options);
        let events = heard.load(Ordering::Relaxed) / RUNS;
        println!("{}: {without}, {with}, {events} events", program.name);
        assert!(events > 1000, "{}: {events} events", program.name);
        let bound = without + events / 10;
        assert!(with <= bound, "{}: {with}, {without}", program.name);
    }
}
