//! The number of queries for the examples, by answering engine, as a snapshot, so that
//! changes show in review. Z3's resource counts and times are measured by `cargo
//! bench`.

use crate::support;

use support::{Program, in_parallel, options, programs, run, table};
use veriframe::{Exit, Stats};

/// The statistics of a program. All examples verify.
fn stats(program: &Program, jobs: usize) -> Stats {
    let mut options = options(program).unwrap();
    options.jobs = jobs;
    let report = run(program, &options).1;
    assert_eq!(Exit::of(&report), Exit::Verified, "{}", program.name);
    let stats = report.stats();
    assert_eq!(
        stats.queries,
        stats.builtin + stats.z3_checks,
        "{}: every question is answered once",
        program.name
    );
    stats
}

fn cells(name: &str, stats: Stats) -> Vec<String> {
    let numbers = [stats.paths, stats.queries, stats.builtin, stats.z3_checks];
    let numbers = numbers.iter().map(u64::to_string);
    std::iter::once(name.to_owned()).chain(numbers).collect()
}

#[test]
fn counts_of_the_examples() {
    let programs = programs("examples");
    assert!(programs.len() > 10, "{}", programs.len());
    let all = in_parallel(&programs, |program| stats(program, 1));
    let mut rows = Vec::new();
    let mut total = Stats::default();
    for (program, stats) in programs.iter().zip(all) {
        rows.push(cells(&program.name, stats));
        total += stats;
    }
    rows.push(cells("total", total));
    let head = ["program", "paths", "queries", "built-in", "Z3 checks"];
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path("../snapshots");
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("counts", table::markdown(&head, &rows)));
}

/// All counters, including resource counts, are deterministic and independent of the
/// number of workers; otherwise the snapshot would be flaky.
#[test]
fn counts_are_the_same_in_every_run_and_for_two_workers() {
    let wrong = in_parallel(&programs("examples"), |program| {
        let counted = |jobs| Stats {
            time: std::time::Duration::ZERO,
            ..stats(program, jobs)
        };
        let first = counted(1);
        let all_equal = first == counted(1) && first == counted(2);
        (!all_equal).then(|| program.name.clone())
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, [""; 0]);
}

/// Countermodels of cases that no proof search refutes: these wrong programs need no Z3.
#[test]
fn wrong_programs_have_countermodels_without_z3() {
    let names = [
        "array_copy_wrong_order",
        "bank_array_negative_deposit",
        "count_occurrences_same_value",
        "insertion_sort_first_not_moved",
        "linear_search_last_one",
        "ring_buffer_enqueue_at_size",
        "rotate_array_parts_swapped",
    ];
    let mut programs = programs("tests/verify/programs/wrong");
    programs.retain(|program| names.iter().any(|name| program.name.contains(name)));
    assert_eq!(programs.len(), names.len());
    let asked = in_parallel(&programs, |program| {
        let report = run(program, &options(program).unwrap()).1;
        assert_eq!(Exit::of(&report), Exit::NotVerified, "{}", program.name);
        (report.stats().z3_checks > 0).then(|| program.name.clone())
    });
    let asked: Vec<String> = asked.into_iter().flatten().collect();
    // What follows its failure needs a proof by Z3.
    let proof = "tests/verify/programs/wrong/count_occurrences_same_value.idf";
    assert_eq!(asked, [proof]);
}
