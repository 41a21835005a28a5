//! Permission to slices of arrays in a run: it costs what changes, not what is held, and is what it is
//! element by element.

use veriframe::{Options, RunEnd, RunReport, RunRequest, Stop, Workspace};

/// Runs a method with this argument, with or without contracts.
fn run(text: &str, argument: usize, contracts: bool) -> RunReport {
    let request = RunRequest {
        entry: Some("Program.run".to_owned()),
        input: Vec::new(),
        args: vec![argument.to_string()],
        contracts,
        steps: 50_000_000,
        memory: 200_000_000,
    };
    let mut workspace = Workspace::new(Options::default());
    workspace.set("test.idf", text);
    let loaded = workspace.load();
    loaded
        .run(&request, &Stop::default(), &mut |_| true)
        .unwrap()
}

/// What a run of these statements on an array of four elements violates.
fn violation(statements: &str) -> String {
    let text = format!(
        "class P {{
  predicate half(int[] a) {{ return acc(a.elems, 1/2); }}
  static void lend(int[] a, int lo, int hi) requires acc(a[lo..hi]); ensures acc(a[lo..hi]); {{}}
  static void halve(int[] a, int lo, int hi) requires acc(a[lo..hi], 1/2); {{}}
  static void take(int[] a, int lo, int hi) requires acc(a[lo..hi]); {{}}
  static void twice(P p, int[] a) requires acc(p.half(a), 2); {{ a[0] := 3; }}
}}
class Program {{
  static void run(int n) requires n = 4; {{ int[] a := new int[n]; {statements} }}
}}"
    );
    match run(&text, 4, true).end {
        RunEnd::Violation(found, _) => format!("{}: {}", found.full_code(), found.message()),
        RunEnd::Returned => String::new(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn slices_are_given_and_taken() {
    let cases = [
        ("P.lend(a, 1, 3); a[1] := 1; P.lend(a, 0, 4); assert acc(a.elems);", ""),
        (
            "P.halve(a, 1, 3); a[0] := 1; a[3] := 1; a[2] := 1;",
            "insufficient-permission: `a[2] := 1;`: writing needs the full permission, and only 1/2 of it is held",
        ),
        (
            "P.halve(a, 1, 3); assert acc(a.elems);",
            "assert:insufficient-permission: `acc(a.elems)`: only 1/2 of the permission is held",
        ),
        (
            "P.halve(a, 1, 3); P.halve(a, 0, 2); assert acc(a[0..2], 1/4);",
            "assert:insufficient-permission: `acc(a[0..2], 1/4)`: permission is missing",
        ),
        (
            "P.take(a, 2, 3); assert acc(a[..2]) * acc(a[3..]); assert acc(a.elems, _);",
            "assert:insufficient-permission: `acc(a.elems, _)`: permission is missing",
        ),
        (
            "assert acc(a[0..3]) * acc(a[2..4]);",
            "assert:insufficient-permission: `acc(a[2..4])`: permission is missing",
        ),
        ("assert acc(a[0..3], 1/2) * acc(a[2..4], 1/2);", ""),
        (
            "assert acc(a[0..3], _) * acc(a[2..4], _); assert acc(a[2..3], _) * acc(a.elems, 3/4);",
            "assert:insufficient-permission: `acc(a.elems, 3/4)`: only 1/2 of the permission is held",
        ),
        (
            "int i := 0;
             while (i < 3) invariant acc(a[i..]) * 0 <= i <= 3; { a[i] := i; i := i + 1; }
             a[3] := 2; a[2] := 3;",
            "insufficient-permission: `a[2] := 3;`: permission is missing",
        ),
        (
            "int i := 0; while (i < 2) invariant acc(a[1..3]) * 0 <= i; { P.lend(a, 1, 2); i := i + 1; }
             a[0] := 2; assert acc(a.elems);",
            "",
        ),
        (
            "P.take(a, 0, 4); assert acc(a[2..2]); a[0] := 1;",
            "insufficient-permission: `a[0] := 1;`: permission is missing",
        ),
        ("P p := new P(); P.twice(p, a);", ""),
    ];
    for (statements, expected) in cases {
        assert_eq!(violation(statements), expected, "{statements}");
    }
}

/// A bubble sort whose loops hold the whole array.
const SORT: &str = include_str!("../../benches/cost/running/sorting.idf");

/// Each iteration demands permission to all elements, which costs the same for any number of them.
#[test]
fn an_invariant_of_a_whole_array_costs_one_step_an_iteration() {
    let steps = |n, contracts| {
        let report = run(SORT, n, contracts);
        assert!(matches!(report.end, RunEnd::Returned), "{:?}", report.end);
        report.steps
    };
    for (small, large) in [(60, 120), (120, 240)] {
        let growth = steps(large, true) * 10 / steps(small, true);
        assert!(growth < 42, "from {small} to {large}: {growth} tenths");
        let ratio = steps(large, true) * 10 / steps(large, false);
        assert!(
            ratio < 30,
            "{large} elements: {ratio} tenths of a run without contracts"
        );
    }
}
