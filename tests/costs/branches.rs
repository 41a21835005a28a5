//! The cost of branches that meet is proportional to what they changed: programs of four
//! times as many `if`s, in sequence, in a chain or nested, take little more than four times
//! the work. Allocations are counted, because they are the same in every run.

use crate::allocations::{ALLOCATOR, alone};
use crate::support;

use stats_alloc::Region;
use support::{Program, each, run};
use veriframe::{Exit, Options};

/// The smaller size; the larger one is four times as large.
const SIZE: usize = 40;
/// The maximum growth from the smaller to the larger size: that of exponent 1.4.
const MAX_GROWTH: f64 = 7.0;

/// The text of a program of `n` branches, by name.
type Generator = (&'static str, fn(usize) -> String);

/// A method of class `A`, which has a field `x`, a predicate and a method that keeps `x`.
fn method(contract: &str, body: &str) -> String {
    format!(
        "class A {{\n  int x;\n  predicate p() {{ return acc(x); }}\n  \
         void keep() requires acc(x); ensures acc(x); {{ }}\n  \
         int m(int a, int n)\n    {contract}\n  {{\n    int b := 0;\n{body}\n    return b;\n  }}\n}}\n"
    )
}

const NON_NEGATIVE: &str = "ensures result >= 0;";
const ACCESS: &str = "requires acc(x); ensures acc(x);";
const PREDICATE: &str = "requires p(); ensures p();";

const PROGRAMS: [Generator; 12] = [
    ("sequence, local", |n| {
        let ifs = each(n, "\n", |i| format!("if (a = {i}) {{ b := b + 1; }}"));
        method(NON_NEGATIVE, &ifs)
    }),
    ("sequence, field", |n| {
        let ifs = each(n, "\n", |i| format!("if (a = {i}) {{ x := {i}; }}"));
        method(ACCESS, &ifs)
    }),
    ("sequence, field read in conditions", |n| {
        let ifs = each(n, "\n", |i| {
            format!("if (x = {i}) {{ x := x + 1; }} else {{ b := x; }}")
        });
        method(ACCESS, &ifs)
    }),
    ("sequence, calls", |n| {
        let ifs = each(n, "\n", |i| format!("if (a = {i}) {{ keep(); }}"));
        method(ACCESS, &ifs)
    }),
    ("sequence, open and close", |n| {
        let ifs = each(n, "\n", |i| {
            format!("if (a = {i}) {{ open p(); x := {i}; close p(); }}")
        });
        method(PREDICATE, &ifs)
    }),
    ("sequence, loops", |n| {
        let ifs = each(n, "\n", |i| {
            format!("if (a = {i}) {{ while (x < n) invariant acc(x); {{ x := x + 1; }} }}")
        });
        method(ACCESS, &ifs)
    }),
    ("chain, local", |n| {
        let ifs = each(n, " else ", |i| format!("if (a = {i}) {{ b := {i}; }}"));
        method(NON_NEGATIVE, &ifs)
    }),
    ("chain, field", |n| {
        let ifs = each(n, " else ", |i| format!("if (a = {i}) {{ x := {i}; }}"));
        method(ACCESS, &ifs)
    }),
    ("chain, return", |n| {
        let ifs = each(n, " else ", |i| format!("if (a = {i}) {{ return {i}; }}"));
        method(NON_NEGATIVE, &ifs)
    }),
    ("nested, local", |n| {
        let ifs = each(n, "\n", |i| format!("if (a > {i}) {{ b := {i};"));
        method(NON_NEGATIVE, &format!("{ifs}{}", "}".repeat(n)))
    }),
    ("nested, field after", |n| {
        let ifs = each(n, "\n", |i| format!("if (a > {i}) {{"));
        let writes = each(n, "\n", |i| format!("x := {i}; }}"));
        method(ACCESS, &format!("{ifs}{writes}"))
    }),
    ("nested, calls", |n| {
        let ifs = each(n, "\n", |i| format!("if (a > {i}) {{ keep();"));
        method(ACCESS, &format!("{ifs}{}", "}".repeat(n)))
    }),
];

/// The allocations of a run.
fn allocations(name: &str, text: String) -> usize {
    let name = name.to_owned();
    let program = Program { name, text };
    let options = Options {
        jobs: 1,
        ..Options::default()
    };
    let region = Region::new(ALLOCATOR);
    let report = run(&program, &options).1;
    let allocations = region.change().allocations;
    assert_eq!(Exit::of(&report), Exit::Verified, "{}", program.name);
    allocations
}

#[test]
fn branches_grow_linearly() {
    let _alone = alone();
    let mut steep = Vec::new();
    for (name, program) in PROGRAMS {
        let small = allocations(name, program(SIZE));
        let large = allocations(name, program(4 * SIZE));
        #[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
        let growth = large as f64 / small as f64;
        if growth > MAX_GROWTH {
            steep.push(format!("{name}: {small}, {large}: {growth:.2} times"));
        }
    }
    assert!(steep.is_empty(), "{}", steep.join("\n"));
}
