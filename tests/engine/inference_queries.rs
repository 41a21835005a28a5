//! The number of queries that inference asks for generated programs. What it tries is
//! bounded by what can match, not by what is held.

use crate::support;

use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{Program, each, run, run_until};
use veriframe::{Exit, Options, Status, Stop};

/// The program with a text.
fn program(text: String) -> Program {
    let name = "generated.idf".to_owned();
    Program { name, text }
}

/// The number of queries for a text, and what comes of it.
fn queries(text: String) -> (u64, Exit) {
    let report = run(&program(text), &Options::default()).1;
    (report.stats().queries, Exit::of(&report))
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
    assert_eq!(queries(parts(32)), (0, Exit::Verified));
}

/// A binary tree described by three predicates: the children of a node have the next one.
/// It has the first predicate, and the second one is demanded.
fn alternating() -> String {
    let names = ["p", "q", "s"];
    let predicates = each(3, "\n", |i| {
        let (name, next) = (names[i], names[(i + 1) % 3]);
        format!(
            "predicate {name}() {{
               return acc(v) * acc(l) * acc(r) *
                 (l != null ==> l.{next}()) * (r != null ==> r.{next}());
             }}"
        )
    });
    format!(
        "class Tree {{
           int v; Tree l; Tree r;
           {predicates}
           void m() requires p(); ensures q(); {{ v := 1; }}
         }}"
    )
}

/// Each nested predicate has two children: if one cannot be closed, the branches for the
/// other are not executed.
#[test]
fn a_close_that_fails_does_not_execute_all_branches_of_nested_predicates() {
    let (queries, exit) = queries(alternating());
    assert_eq!(exit, Exit::NotVerified);
    assert!(queries <= 1500, "{queries} queries");
}

#[test]
fn a_search_ends_with_the_run() {
    let options = Options {
        jobs: 1,
        ..Options::default()
    };
    let (limit, start) = (Duration::from_millis(50), Instant::now());
    let stop = Stop::new(Arc::default(), Some(limit));
    let report = run_until(&program(alternating()), &options, &stop).1;
    let time = start.elapsed();
    let is_unknown = |name: &str| {
        let found = report.members.iter().find(|member| member.name == name);
        found.is_some_and(|member| member.status == Status::Unknown)
    };
    assert!(is_unknown("Tree.m"));
    assert!(time < Duration::from_secs(2), "{time:?}");
}
