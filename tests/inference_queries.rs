//! The number of queries that inference asks for generated programs. What it tries is
//! bounded by what can match, not by what is held.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use support::{Program, each, run};
use veriframe::{Exit, Options};

/// The number of queries for a program that verifies.
fn queries(name: &str, text: String) -> u64 {
    let name = format!("{name}.idf");
    let report = run(&Program { name, text }, &Options::default()).1;
    assert_eq!(Exit::of(&report), Exit::Verified);
    report.stats().queries
}

/// Predicates with a location of their parameter, read in the opposite order.
fn parts(n: usize) -> String {
    let cells = each(n, ", ", |i| format!("Cell c{i}"));
    let held = each(n, " * ", |i| format!("part(c{i})"));
    let sum = each(n, " + ", |i| format!("c{}.x", n - 1 - i));
    format!(
        "class Cell {{ int x; }}
         class Owner {{
           predicate part(Cell c) {{ return acc(c.x); }}
           int sum({cells}) requires {held}; {{ return {sum}; }}
         }}"
    )
}

#[test]
fn a_predicate_of_a_parameter_is_found_without_queries() {
    assert_eq!(queries("parts", parts(32)), 0);
}
