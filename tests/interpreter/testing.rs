//! `veriframe test`: inputs that the search finds, and what it must not find.
//!
//! `VERIFRAME_TEST=all` tries every program in `tests/verify/programs/wrong/` for ten seconds, or as
//! many as `VERIFRAME_SECONDS` says, and lists those that no input exposes:
//! `VERIFRAME_TEST=all cargo test --release --test interpreter testing::wrong -- --nocapture`.
//! `VERIFRAME_MUTANTS=300` tests so many rejected mutants in the same way:
//! `VERIFRAME_MUTANTS=300 cargo test --release --test interpreter testing::mutants -- --nocapture`.

use crate::mutate;
use crate::support;

use mutate::{Mutant, mutants};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use support::random::Random;
use support::{Program, in_parallel, options, top_level};
use veriframe::internals::{on_large_stack, syntax};
use veriframe::report::testing;
use veriframe::{
    Exit, InputTree, Options, RunRefusal, SourceMap, Stop, TestMember, TestReport, TestRequest,
    TestTally, Workspace,
};

/// A request that only the number of runs ends.
fn request(members: &[&str], runs: u64) -> TestRequest {
    TestRequest {
        members: members.iter().map(|&name| name.to_owned()).collect(),
        time: Duration::from_secs(3600),
        runs,
        jobs: 1,
        depth: 5,
        with_regressions: false,
        input: Vec::new(),
    }
}

fn test(name: &str, text: &str, request: &TestRequest) -> Result<TestReport, RunRefusal> {
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    let stop = Stop::default();
    workspace.load().test(request, &stop, &|_, _, _| ())
}

/// The result of the only member.
fn tested(text: &str, member: &str, runs: u64) -> TestMember {
    let report = test("test.idf", text, &request(&[member], runs)).unwrap();
    assert_eq!(report.members.len(), 1);
    report.members.into_iter().next().unwrap()
}

/// The violations: code, line and input.
fn found(member: &TestMember) -> Vec<String> {
    let findings = member.findings.iter().map(|finding| {
        let shown = finding.shown.iter();
        let shown: Vec<String> = shown.map(|(n, value)| format!("{n} = {value}")).collect();
        let code = finding.diagnostic.full_code();
        format!("{}: {code}: {}", finding.line, shown.join(", "))
    });
    findings.collect()
}

const TOP: &str = "class Top {
    static void top(int a, int b, int c, int d) {
        int count := 0;
        if (a = 98) { count++; }
        if (b = 97) { count++; }
        if (c = 100) { count++; }
        if (d = 33) { count++; }
        assert count < 3;
    }
}";

/// The lecture's tree: texts with their numbers.
const LECTURE: [(&str, u32); 16] = [
    ("good", 0),
    ("goo!", 1),
    ("godd", 1),
    ("god!", 2),
    ("gaod", 1),
    ("gao!", 2),
    ("gadd", 2),
    ("gad!", 3),
    ("bood", 1),
    ("boo!", 2),
    ("bodd", 2),
    ("bod!", 3),
    ("baod", 2),
    ("bao!", 3),
    ("badd", 3),
    ("bad!", 4),
];

/// SAGE's example, as the lecture has it: 16 inputs in four generations, from `good` to `bad!`.
#[test]
fn the_tree_of_generations_is_that_of_the_lecture() {
    let named = |(name, c): (&str, char)| (name.to_owned(), u32::from(c).to_string());
    let request = TestRequest {
        input: ["a", "b", "c", "d"]
            .into_iter()
            .zip("good".chars())
            .map(named)
            .collect(),
        ..request(&["Top.top"], 1000)
    };
    let report = test("top.idf", TOP, &request).unwrap();
    let member = &report.members[0];
    assert!(member.is_exhausted);
    let of_generation = |n| {
        member
            .nodes
            .iter()
            .filter(|node| node.generation == n)
            .count()
    };
    assert_eq!([0, 1, 2, 3, 4].map(of_generation), [1, 4, 6, 4, 1]);
    // An input reaches new code only if it is the first to take one of the branches.
    let scores: Vec<u32> = member.nodes.iter().map(|node| node.score).collect();
    assert!(scores[..5].iter().all(|score| *score > 0), "{scores:?}");
    let text = |node: &veriframe::TestNode| -> String {
        let characters = node.input.iter().map(|(_, value)| match value {
            InputTree::Int(n) => char::from(u8::try_from(n).unwrap()),
            other => panic!("{other:?}"),
        });
        characters.collect()
    };
    let mut found_texts: Vec<(String, u32)> = member
        .nodes
        .iter()
        .map(|node| (text(node), node.generation))
        .collect();
    found_texts.sort();
    // The lecture's tree has a number at each text, the counter: as a child negates one more
    // condition, it is the generation.
    let mut expected: Vec<(String, u32)> = LECTURE.map(|(text, n)| (text.to_owned(), n)).into();
    expected.sort();
    // What is free to choose in other places stays as it is in `good`.
    assert_eq!(found_texts, expected);
    let is_bad = |node: &&veriframe::TestNode| text(node) == "bad!";
    let node = member.nodes.iter().find(is_bad);
    assert_eq!(node.map(|node| node.generation), Some(4));
    assert_eq!(node.and_then(|node| node.code), Some("assert"));
    let violating = member.nodes.iter().filter(|node| node.code.is_some());
    assert_eq!(violating.count(), 5);
    assert_eq!(found(member).len(), 1);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let text = "class C {
        static int f(int x, int y)
            ensures result ≠ 77;
        { if (x > 10) { if (y > x * 2) { if (x + y = 60) { return 77; } } } return x - y; }
    }";
    let results = [1, 3].map(|jobs| {
        let request = TestRequest {
            jobs,
            ..request(&["C.f"], 60)
        };
        let report = test("test.idf", text, &request).unwrap();
        let member = &report.members[0];
        let nodes: Vec<String> = member.nodes.iter().map(|n| format!("{n:?}")).collect();
        (found(member), nodes, member.tally)
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0].0.len(), 1);
}

#[test]
fn objects_are_aliased_and_of_subclasses() {
    let text = "class A { int v; }
    class B extends A { }
    class C {
        static void same(A a, A b)
            requires a ≠ null && b ≠ null;
            requires a = b ? acc(a.v) : acc(a.v) * acc(b.v);
            ensures a = b ? acc(a.v) : acc(a.v) * acc(b.v);
        { a.v := 1; b.v := 2; assert a.v = 1; }
        static void kind(A a) { assert !(a instanceof B); }
    }";
    let wanted = ["8: assert:may-not-hold: a = A#1 { v = 0 }, b = A#1"];
    assert_eq!(found(&tested(text, "C.same", 200)), wanted);
    let wanted = ["9: assert:may-not-hold: a = B#1 { v = 0 }"];
    assert_eq!(found(&tested(text, "C.kind", 200)), wanted);
}

#[test]
fn heaps_meet_the_precondition() {
    let text = "class Node {
        int value; Node next;
        predicate list() { return acc(this.value) * acc(this.next) * (next ≠ null ==> next.list()); }
        pure boolean sorted() requires list();
        { return opening list() in next = null || value < next.first() && next.sorted(); }
        pure int first() requires list(); { return opening list() in value; }
        pure int length() requires list();
        { return opening list() in next = null ? 1 : 1 + next.length(); }
        void m() requires list() * sorted(); ensures list();
        { assert length() < 3; }
    }";
    let member = tested(text, "Node.m", 400);
    assert!(member.tally.invalid > 0);
    let found = found(&member);
    assert_eq!(found.len(), 1, "{found:?}");
    let input = found[0].replace(|c: char| c.is_ascii_digit() || c == '-', "");
    let list = "this = Node# { value = , next = Node# { value = , next = Node# { value = , next = null } } }";
    assert_eq!(input, format!(": assert:maynothold: {list}"));
}

/// An array and an object are never one, even where a condition is about both.
#[test]
fn arrays_are_no_objects() {
    let text = "class A { int v; }
    class C {
        static void m(A a, int[] b) {
            if ((a = null) = (b = null) && a ≠ null) { int x := 1 / 0; }
        }
    }";
    let member = tested(text, "C.m", 20);
    let [found] = &found(&member)[..] else {
        panic!("{:?}", found(&member));
    };
    assert!(
        found.ends_with("a = A#1 { v = 0 }, b = []")
            || found.ends_with("a = A#2 { v = 0 }, b = []"),
        "{found}"
    );
}

/// No call has the receiver null.
#[test]
fn receivers_are_not_null() {
    let text = "class N {
        int x;
        int get() requires acc(this.x); { return x; }
        int same() { return this.own(); }
        int own() { return 1; }
    }";
    for (member, invalid) in [("N.get", 0), ("N.same", 0)] {
        let member = tested(text, member, 100);
        assert_eq!(found(&member), [""; 0]);
        assert_eq!(member.tally.invalid, invalid, "{:?}", member.tally);
    }
}

/// That longer arrays are needed is counted.
#[test]
fn arrays_beyond_the_bound_are_counted() {
    let text =
        "class C { static void m(int[] a) requires a ≠ null && a.length = 40; { assert false; } }";
    let member = tested(text, "C.m", 400);
    assert!(member.has_no_valid_input());
    assert!(member.tally.beyond > 0 && !member.is_exhausted);
}

#[test]
fn elements_of_arrays_are_found() {
    let text = "class C {
        static void m(int[] a, int i)
            requires acc(a.elems) * 0 ≤ i < a.length;
            ensures acc(a.elems);
        { if (a[i] = 1000 && a.length > 3) { a[i + 1] := 0; } }
    }";
    let member = tested(text, "C.m", 400);
    let found = found(&member);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("index-out-of-bounds"), "{found:?}");
    assert!(found[0].contains("1000"), "{found:?}");
}

#[test]
fn a_contradictory_precondition_has_no_valid_input() {
    let text = "class C { static void m(int x) requires x < 0 && x > 0; { assert false; } }";
    let member = tested(text, "C.m", 400);
    assert!(member.has_no_valid_input() && member.is_exhausted);
    assert!(member.findings.is_empty());
}

#[test]
fn runs_without_end_reach_bounds() {
    let text = "class C {
        static void loops(int x) { int i := 0; while (x ≠ 5) { i := i + x; } }
        static void recursion(int x) { if (x ≠ 5) { recursion(x); } }
        static void memory(int n) requires n > 3; { int[] a := new int[n * 100000000000]; }
        static void products(int x) { int i := 2; while (x ≠ 5) { i := i * i; } }
    }";
    for member in ["C.loops", "C.recursion", "C.memory", "C.products"] {
        let member = tested(text, member, 10);
        assert!(member.findings.is_empty(), "{:?}", found(&member));
        assert!(
            member.tally.bounded() > 0,
            "{}: {:?}",
            member.name,
            member.tally
        );
    }
}

/// What no model is found for is not said to have been tried.
#[test]
fn undecided_queries_are_counted() {
    let text = "class C {
        static void m(int x, int y, int z) {
            if (x * x * x + y * y * y = z * z * z && 0 < x && 0 < y && 0 < z) { assert false; }
        }
    }";
    let member = tested(text, "C.m", 50);
    assert!(member.findings.is_empty());
    assert!(member.tally.undecided > 0 && !member.is_exhausted);
}

/// A parameter of type `Object` is tried with the program's classes.
#[test]
fn objects_of_any_class_are_tried() {
    let text = "class A { int v; } class B { }
    class C {
        static void m(Object o) requires o instanceof A ==> acc(((A) o).v);
        { if (o instanceof A) { assert ((A) o).v != 5; } else { assert !(o instanceof B); } }
    }";
    let member = tested(text, "C.m", 100);
    assert_eq!(found(&member).len(), 2, "{:?}", found(&member));
    // A text is an object as well.
    assert!(member.is_over && !member.is_exhausted);
    let wanted = "parameters of type `Object` are null or objects of the program's classes";
    assert_eq!(member.restrictions, [wanted]);
}

/// All inputs within the bounds are only claimed where nothing was left out.
#[test]
fn what_is_left_out_is_said() {
    let text = "class C {
        static int n;
        static void all(int a, boolean b) { if (a > 3 && b) { int x := 1; } }
        static void empty(seq<int> s) { if (|s| > 3) { assert false; } }
        static void loops(int a) { if (a > 3) { while (true) { } } }
        static void large(int[] a) { if (a != null && a.length > 20) { int x := 1; } }
    }";
    assert!(tested(text, "C.all", 100).is_exhausted);
    let empty = tested(text, "C.empty", 100);
    assert!(empty.is_over && !empty.is_exhausted);
    assert!(empty.restrictions.is_empty());
    assert_eq!(empty.findings.len(), 1, "{empty:?}");
    let loops = tested(text, "C.loops", 100);
    assert!(loops.is_over && !loops.is_exhausted && loops.tally.long > 0);
    let java = "class C { static int m(String s, Runnable r) {
        return s != null && s.hashCode() == 3 ? 1 : 0;
    } }";
    let report = test("C.java", java, &request(&["C.m"], 100)).unwrap();
    let member = &report.members[0];
    assert!(!member.is_exhausted && member.tally.opaque > 0);
    assert_eq!(member.restrictions, ["references to `Runnable` are null"]);
}

/// Functions of the library on numbers lead to inputs.
#[test]
fn functions_on_numbers_are_followed() {
    let java = "class C {
    static int m(int x, int y) {
        if (x > 0 && Math.abs(x - 5) == 77) { return 1 / 0; }
        if (Math.max(x, 5) == 1234 && Integer.compare(x, y) < 0) { return 1 / 0; }
        if (Math.min(x, 3) > 3 || Integer.signum(y) > 1) { return 1 / 0; }
        return Math.addExact(x, 1) == 0 ? 1 : 2;
    }
}";
    let report = test("C.java", java, &request(&["C.m"], 100)).unwrap();
    let member = &report.members[0];
    let mut lines: Vec<usize> = member.findings.iter().map(|finding| finding.line).collect();
    lines.sort_unstable();
    assert_eq!(lines, [3, 4, 6]);
    assert!(member.is_exhausted, "{member:?}");
}

/// Where a condition cannot be evaluated, or an amount or an object is not among those tried, nothing
/// is claimed.
#[test]
fn what_is_not_tried_is_not_claimed() {
    let text = "class O { int v; }
    class C {
        static void every(int n) { assert forall int i :: i != n; }
        static void after(int n) ensures forall int i :: i != n; { }
        static void objects() { O o := new O(); assert exists O a :: a != null && a != o; }
        static void held(perm p, O o) requires acc(o.v, p); { if (p > 1/2) { o.v := 1; } }
        static void some(O o) requires acc(o.v, _); ensures acc(o.v, 1/100); { }
        static void own() { O o := new O(); O other := *; assert o != other; }
        static void large(perm p) { assert p < 2; }
        static void unknown() { perm p := *; assert p < 2; }
    }";
    for member in [
        "every", "after", "objects", "held", "some", "own", "large", "unknown",
    ] {
        let tested = tested(text, &format!("C.{member}"), 50);
        assert!(!tested.is_exhausted, "{member}: {tested:?}");
        let is_left_out = matches!(member, "every" | "after" | "objects");
        assert_eq!(tested.tally.unevaluated > 0, is_left_out, "{member}");
    }
}

/// An array that is met twice has a number.
#[test]
fn arrays_that_are_met_twice_have_numbers() {
    let text = "class C {
        static void m(int[] a, int[] b) { if (a = b && a != null && a.length = 1) { assert false; } }
    }";
    let wanted = ["2: assert:may-not-hold: a = array#1 [0], b = array#1"];
    assert_eq!(found(&tested(text, "C.m", 100)), wanted);
}

#[test]
fn wrong_requests_are_refused() {
    let refused = |request: &TestRequest| match test("top.idf", TOP, request) {
        Err(RunRefusal::Entry { message, .. }) => message,
        other => panic!("{other:?}"),
    };
    let message = refused(&request(&["Top.bottom"], 1));
    assert_eq!(message, "there is no member `Top.bottom` that can be run");
    let input = |name: &str, value: &str| TestRequest {
        input: vec![(name.to_owned(), value.to_owned())],
        ..request(&["Top.top"], 1)
    };
    assert!(refused(&input("x", "1")).contains("no parameter `x`"));
    assert!(refused(&input("a", "true")).contains("does not fit"));
}

/// A JSON report, which fits its schema.
fn fitting(text: &str) -> Value {
    let schema = std::fs::read_to_string(support::root().join("docs/veriframe-test.schema.json"));
    let schema: Value = serde_json::from_str(&schema.unwrap()).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let object: Value = serde_json::from_str(text).unwrap();
    let errors = validator.iter_errors(&object).map(|e| e.to_string());
    assert_eq!(errors.collect::<Vec<_>>(), [""; 0]);
    object
}

/// Once the time for all members has run out, no other member is begun, and the rest are counted.
#[test]
fn members_that_were_not_tested_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("C.idf");
    let text = "class C {
        static void loops() { while (true) { } }
        static void wrong() { assert false; }
    }";
    std::fs::write(&path, text).unwrap();
    let of_command = |timeout: &str, format: &str| {
        let words = [
            "test",
            "--jobs",
            "1",
            "--timeout",
            timeout,
            "--format",
            format,
        ];
        let out = support::veriframe()
            .args(words)
            .arg(&path)
            .output()
            .unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap())
    };
    let (code, text) = of_command("0.000001", "human");
    assert_eq!(code, Some(0));
    let warning = "warning: 2 members were not tested, the first of them `C.loops`: \
                   the time for all members ran out (--timeout)\n";
    assert!(text.starts_with(warning), "{text}");
    let (code, text) = of_command("0.000001", "json");
    assert_eq!(code, Some(0));
    let report = fitting(&text);
    assert_eq!(report["members"], serde_json::json!([]));
    assert_eq!(report["untested"][0]["member"], "C.loops");
    assert_eq!(report["untested"][1]["member"], "C.wrong");
    let (code, text) = of_command("60", "json");
    assert_eq!(code, Some(1));
    assert_eq!(fitting(&text)["untested"], serde_json::json!([]));
}

/// Where a file cannot be written, the results are.
#[test]
fn results_are_written_before_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("C.idf");
    std::fs::write(&path, "class C { static void wrong() { assert false; } }").unwrap();
    let missing = folder.path().join("none/lcov");
    let mut command = support::veriframe();
    command.arg("test").arg("--lcov").args([&missing, &path]);
    let out = command.output().unwrap();
    let [text, errors] = [out.stdout, out.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(text.contains("error[assert"), "{text}");
    assert!(errors.contains("cannot be written"), "{errors}");
    assert_eq!(out.status.code(), Some(2));
}

/// The coverage does not replace a program, under another name neither.
#[test]
fn the_file_of_the_coverage_is_none_of_the_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("C.idf");
    let text = "class C { static void right() { } }";
    std::fs::write(&path, text).unwrap();
    let other = folder.path().join("./C.idf");
    for (lcov, program) in [(&path, path.as_path()), (&other, folder.path())] {
        let mut command = support::veriframe();
        command.arg("test").arg("--lcov").args([lcov, program]);
        let out = command.output().unwrap();
        let errors = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{errors}");
        assert!(errors.contains("this file is read"), "{errors}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

/// The JSON report of a test fits its schema, with objects met twice.
#[test]
fn reports_fit_the_schema() {
    let text = "class A { A next; int v; }
    class C {
        static void m(A a, int[] b, boolean c)
            requires a ≠ null ==> acc(a.next) * acc(a.v);
            requires b ≠ null ==> acc(b.elems);
        { if (a ≠ null && a.next = a && b ≠ null && b.length > 1 && c) { assert a.v ≠ 3; } }
    }";
    let mut workspace = Workspace::new(Options::default());
    workspace.set("test.idf", text);
    let loaded = workspace.load();
    let report = loaded.test(&request(&["C.m"], 300), &Stop::default(), &|_, _, _| ());
    let report = report.unwrap();
    for tree in [false, true] {
        let text = testing::render(loaded.sources(), &report, tree).unwrap();
        let object = fitting(&text);
        let input = &object["violations"][0]["input"];
        let wanted = serde_json::json!({
            "a": { "class": "A", "id": 1, "next": { "ref": 1 }, "v": 3 },
            "b": [0, 0],
            "c": true,
        });
        assert_eq!(*input, wanted);
    }
    let coverage = &report.coverage[0];
    assert_eq!(coverage.counts()[..2], [1, 1]);
    assert!(
        coverage
            .lcov()
            .starts_with("SF:test.idf\nBRDA:6,0,0,1\nBRDA:6,0,1,1\n")
    );
    assert!(
        coverage
            .lcov()
            .ends_with("DA:6,1\nLF:1\nLH:1\nend_of_record\n")
    );
}

/// A regression test runs into the same violation.
#[test]
fn violations_become_regression_tests() {
    let text = "class A { A next; int v; A(int v) ensures acc(next) * acc(this.v); { } }
    class B extends A { boolean c; B() ensures acc(next) * acc(v) * acc(c); { super(3); } }
    class C {
        static int last;
        static void m(A a, int[][] b)
            requires acc(last) * (a ≠ null ==> acc(a.next) * acc(a.v));
            requires b ≠ null ==> acc(b.elems);
        {
            if (a instanceof B && a.next = a && b ≠ null && b.length > 1 && last = 4) {
                b[1] := new int[1];
                assert a.v ≠ 3;
            }
        }
    }
    C.m(null, null);";
    let request = TestRequest {
        with_regressions: true,
        ..request(&["C.m"], 2000)
    };
    let report = test("test.idf", text, &request).unwrap();
    let findings = &report.members[0].findings;
    assert_eq!(findings.len(), 1);
    let regression = findings[0].regression.as_ref().unwrap();
    assert_eq!(regression.file, "C_m_assert_11.idf");
    let main = regression
        .text
        .lines()
        .rev()
        .take_while(|line| !line.starts_with("    }"));
    let mut main: Vec<&str> = main.filter(|line| !line.is_empty()).collect();
    main.reverse();
    let wanted = [
        "B o1 := new B(false, false);",
        "int[][] o2 := new int[2][];",
        "o1.next := o1;",
        "o1.v := 3;",
        "o1.c := false;",
        "o2[0] := null;",
        "o2[1] := null;",
        "C.last := 4;",
        "C.m(o1, o2);",
    ];
    assert_eq!(main, wanted);

    let java = "class C {
        private int x;
        //@ requires acc(x); ensures acc(x);
        int m(long k) { return x > 3 && k == 7 ? 1 / (x - 4) : 0; }
    }";
    let request = TestRequest {
        members: vec!["C.m".to_owned()],
        ..request
    };
    let report = test("C.java", java, &request).unwrap();
    let finding = &report.members[0].findings[0];
    let regression = finding.regression.as_ref().unwrap();
    assert_eq!(regression.file, "C_m_division_by_zero_4_Test.java");
    let body = "        C o1 = (C) make(C.class);
        set(C.class, o1, \"x\", 4);
        o1.m(7L);
";
    assert!(regression.text.contains(body), "{}", regression.text);
}

/// The time for a program in the long forms of the tests below, in seconds.
fn seconds() -> u64 {
    let named = std::env::var("VERIFRAME_SECONDS").ok();
    named.and_then(|named| named.parse().ok()).unwrap_or(10)
}

/// Tests members one after the other, up to the first violation, within a time for all of them.
/// The main routine needs no input: it is left out. Returns what was counted.
fn until_exposed(workspace: &Workspace, only: &[String], all: bool) -> Result<Attempt, RunRefusal> {
    let loaded = workspace.load();
    let request = TestRequest {
        members: only.to_vec(),
        time: Duration::ZERO,
        ..request(&[], 1)
    };
    let report = loaded.test(&request, &Stop::default(), &|_, _, _| ())?;
    let names = report.members.iter().map(|member| member.name.clone());
    // A mutant of the main routine is asked for by its name.
    let is_meant = |name: &String| name != "main" || only.contains(name);
    let names: Vec<String> = names.filter(is_meant).collect();
    let end = Instant::now() + Duration::from_secs(if all { seconds() } else { 3600 });
    let mut attempt = Attempt::default();
    for (at, name) in names.iter().enumerate() {
        // What one member does not use is left for those after it.
        let left = end.saturating_duration_since(Instant::now());
        let request = TestRequest {
            time: left / u32::try_from(names.len() - at).unwrap(),
            ..self::request(&[name], if all { u64::MAX } else { 60 })
        };
        let stop = Stop::default();
        let report = loaded.test(&request, &stop, &|_, _, found| {
            if found > 0 {
                stop.ask();
            }
        });
        let member = report?.members.remove(0);
        let tally = &member.tally;
        assert_eq!(tally.unconfirmed, 0, "{name}");
        attempt.is_exposed |= !member.findings.is_empty();
        attempt.searches.push((*tally, member.is_over));
        attempt.tried.push(format!(
            "{name} ({} inputs, {} invalid, {} unchecked, {} bounded, {} undecided, {} beyond{})",
            tally.runs,
            tally.invalid,
            tally.unchecked,
            tally.bounded(),
            tally.undecided,
            tally.beyond,
            if member.is_exhausted { ", all" } else { "" }
        ));
        if attempt.is_exposed {
            break;
        }
    }
    Ok(attempt)
}

/// Whether a violation was found in a program, and what was tried.
#[derive(Clone, Debug, Default)]
struct Attempt {
    is_exposed: bool,
    tried: Vec<String>,
    /// What was counted of each member, and whether no input was left.
    searches: Vec<(TestTally, bool)>,
}

impl Attempt {
    /// Why no violation was found.
    fn reason(&self) -> &'static str {
        let any = |is: fn(&TestTally) -> bool| self.searches.iter().any(|(tally, _)| is(tally));
        let is_unmet = |tally: &TestTally| tally.invalid + tally.unchecked == tally.runs;
        let is_over = self.searches.iter().all(|(_, is_over)| *is_over);
        match () {
            () if self.searches.is_empty() => "no member has a body",
            () if self.searches.iter().all(|(tally, _)| is_unmet(tally)) => {
                "no input was found that meets a precondition"
            }
            () if any(|tally| tally.unsupported > 0) => "something is not supported",
            () if any(|tally| tally.unchecked > 0) => "a precondition cannot be evaluated",
            () if is_over && !any(|tally| tally.bounded() > 0) => {
                "no run is wrong: the proof is too weak, or what is wrong is no matter of a run"
            }
            () if any(|tally| tally.bounded() > 0) => "runs end at bounds",
            () if any(|tally| tally.undecided > 0) => "queries are not decided",
            () => "the time ran out",
        }
    }
}

fn exposes(program: &Program, all: bool) -> Attempt {
    let mut workspace = Workspace::new(options(program).unwrap());
    workspace.set(program.name.as_str(), program.text.as_str());
    until_exposed(&workspace, &[], all).unwrap()
}

#[test]
fn wrong_programs_are_exposed() {
    let all = std::env::var("VERIFRAME_TEST").is_ok_and(|value| value == "all");
    let mut programs = support::programs("tests/verify/programs/wrong");
    if !all {
        let sample = [
            "array_copy_too_short",
            "binary_search_no_progress",
            "list_reverse_drops",
        ];
        programs.retain(|program| sample.iter().any(|name| program.name.contains(name)));
        assert_eq!(programs.len(), sample.len());
    }
    let exposed = in_parallel(&programs, |program| exposes(program, all));
    let count = exposed.iter().filter(|attempt| attempt.is_exposed).count();
    println!("{count} of {} wrong programs are exposed", programs.len());
    for (program, attempt) in programs.iter().zip(&exposed) {
        if !attempt.is_exposed {
            let marks = support::expect::marks(program).unwrap();
            let codes: Vec<String> = marks.iter().map(support::expect::Mark::text).collect();
            println!(
                "not exposed: {} ({}): {}; tried {}",
                program.name,
                codes.join(", "),
                attempt.reason(),
                attempt.tried.join(", ")
            );
        }
    }
    // Some are right, and only their proofs are too weak.
    assert!(count * 10 >= programs.len() * 6);
}

/// Mutants: of those that are rejected how many are exposed, and none that verifies.
#[test]
fn verified_mutants_are_not_violated() {
    let wanted = std::env::var("VERIFRAME_MUTANTS").ok();
    let sample = wanted.and_then(|wanted| wanted.parse::<usize>().ok());
    let mut programs = top_level("tests/verify/programs");
    programs.extend(top_level("examples"));
    let all = sample.is_some();
    if !all {
        programs = programs.into_iter().step_by(8).collect();
    }
    let each = sample.map_or(1, |count| count.div_ceil(programs.len()));
    let fates = in_parallel(&programs, |program| mutated(program, each, all)).concat();
    let count = |wanted: Fate| fates.iter().filter(|mutant| mutant.fate == wanted).count();
    println!(
        "of {} rejected mutants, {} are exposed; {} verify",
        count(Fate::Exposed) + count(Fate::Hidden),
        count(Fate::Exposed),
        count(Fate::Verifies)
    );
    let mut sorts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for mutant in &fates {
        let counts = sorts.entry(mutant.sort).or_default();
        match mutant.fate {
            Fate::Exposed => counts[0] += 1,
            Fate::Hidden => counts[1] += 1,
            _ => {}
        }
        if mutant.fate == Fate::Hidden {
            println!("not exposed: {}: {}", mutant.sort, mutant.id);
        }
    }
    for (sort, [exposed, hidden]) in sorts {
        println!("{sort}: {exposed} exposed, {hidden} not");
    }
    let wrong = fates.iter().filter(|mutant| mutant.fate == Fate::Unsound);
    let wrong: Vec<&str> = wrong.map(|mutant| mutant.id.as_str()).collect();
    assert!(
        wrong.is_empty(),
        "verified and violated:\n{}",
        wrong.join("\n")
    );
}

/// The outcome of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// The front end refuses it.
    Refused,
    /// It is rejected, and an input violates something.
    Exposed,
    /// It is rejected, and no input was found.
    Hidden,
    /// It verifies, and no input was found.
    Verifies,
    /// It verifies, and an input violates something.
    Unsound,
}

/// A mutant that was tried.
#[derive(Clone, Debug)]
struct Tried {
    id: String,
    /// What was changed.
    sort: &'static str,
    fate: Fate,
}

/// Mutants of a program, until so many are rejected.
fn mutated(program: &Program, sample: usize, all: bool) -> Vec<Tried> {
    let file = SourceMap::default().add(program.name.clone(), program.text.clone());
    let (tree, _) = on_large_stack(|| syntax::parse(file, &program.text, syntax::Notation::Idf));
    let mutants = mutants(&program.text, &tree);
    // A run does not need ghost statements.
    let mutants: Vec<Mutant> = mutants.into_iter().filter(|mutant| !mutant.ghost).collect();
    let seed = program.text.bytes().map(u64::from).sum();
    let order = Random::new(seed).shuffled(mutants.len());
    let mut tried: Vec<Tried> = Vec::new();
    let mut rejected = 0;
    for at in order.into_iter().take(3 * sample) {
        let mutant = &mutants[at];
        let text = syntax::pretty(&mutant.file);
        let options = Options {
            members: mutant.only.iter().cloned().collect(),
            ..options(program).unwrap()
        };
        let fate = fate(&program.name, &text, &options, all);
        tried.push(Tried {
            id: format!("{}: {}", program.name, mutant.id),
            sort: sort(&program.text, mutant),
            fate,
        });
        rejected += usize::from(matches!(fate, Fate::Exposed | Fate::Hidden));
        if rejected == sample {
            break;
        }
    }
    tried
}

/// What a mutant changes: the part of the program in which its change is.
fn sort(text: &str, mutant: &Mutant) -> &'static str {
    let member = mutant.id.split(": ").next().unwrap();
    let name = member.rsplit('.').next().unwrap();
    let context = mutant.id.rsplit(" in `").next().unwrap();
    let keywords = [
        ("requires", "preconditions"),
        ("ensures", "postconditions"),
        ("invariant", "invariants"),
        ("decreases", "measures"),
        ("assert", "assertions"),
        ("join", "assertions"),
    ];
    let keyword = keywords.iter().find(|(word, _)| context.starts_with(word));
    if let Some((_, sort)) = keyword {
        return sort;
    }
    let declares = |word: &str| {
        let mut lines = text.lines().filter(|line| line.contains(word));
        lines.any(|line| line.contains(&format!(" {name}(")))
    };
    match (declares("predicate "), declares("pure ")) {
        (true, _) => "predicates",
        (_, true) => "pure methods",
        _ => "code",
    }
}

fn fate(name: &str, text: &str, options: &Options, all: bool) -> Fate {
    let mut workspace = Workspace::new(options.clone());
    workspace.set(name, text);
    let reports = workspace.load().check(&Stop::default(), &|_| ());
    let verifies = reports.iter().map(Exit::of).max() == Some(Exit::Verified);
    let Ok(attempt) = until_exposed(&workspace, &options.members, all) else {
        return Fate::Refused;
    };
    match (verifies, attempt.is_exposed) {
        (true, true) => Fate::Unsound,
        (true, false) => Fate::Verifies,
        (false, true) => Fate::Exposed,
        (false, false) => Fate::Hidden,
    }
}
