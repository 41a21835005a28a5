//! `veriframe bmc`: bounded model checking.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use veriframe::report::bmc::{json, text};
use veriframe::{
    BmcAnswer, BmcRefusal, BmcReport, BmcRequest, Integers, Loaded, Options, Stop, Workspace,
};

fn request(member: &str, unwind: u32) -> BmcRequest {
    BmcRequest {
        member: member.to_owned(),
        unwind,
        max_unwind: unwind,
        scope: None,
        rlimit: 8_000_000,
        steps: 1_000_000,
        wants_formula: false,
        wants_program: false,
    }
}

fn loaded_with(name: &str, text: &str, int: Option<Integers>) -> Loaded {
    let options = Options {
        integers: int,
        ..Options::default()
    };
    let mut workspace = Workspace::new(options);
    workspace.set(name, text);
    workspace.load()
}

fn loaded(name: &str, text: &str) -> Loaded {
    loaded_with(name, text, None)
}

fn program(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution");
    fs::read_to_string(path.join(name)).unwrap()
}

fn checked(loaded: &Loaded, request: &BmcRequest) -> BmcReport {
    loaded.bmc(request, &Stop::default()).unwrap()
}

/// The answer in a line: the code and line of a bug, or what a bound says.
fn answer(report: &BmcReport, loaded: &Loaded) -> String {
    match &report.answer {
        BmcAnswer::Bug(bug) => {
            let line = loaded.sources().start(bug.diagnostic.span).line;
            format!("{} {line}", bug.diagnostic.full_code())
        }
        BmcAnswer::Correct => "correct".to_owned(),
        BmcAnswer::BoundReached(why) => why.clone(),
    }
}

fn short(name: &str, text: &str, request: &BmcRequest) -> String {
    let loaded = loaded(name, text);
    answer(&checked(&loaded, request), &loaded)
}

const LONGER: &str = "some path is longer";

/// The lecture's two examples (003): a sum of characters that wraps around, and one that does not.
#[test]
fn the_examples_of_the_lecture() {
    let loaded = loaded_with(
        "Lecture.java",
        &program("Lecture.java"),
        Some(Integers::Wrapping),
    );
    let rows = [1, 2, 3].map(|unwind| {
        let of = |member: &str| {
            let report = checked(&loaded, &request(member, unwind));
            let sizes = (report.violation_size, report.bound_size);
            (answer(&report, &loaded), sizes)
        };
        (of("Lecture.first"), of("Lecture.second"))
    });
    let bug = "assert:may-not-hold 7";
    for (unwind, (first, second)) in (1..).zip(&rows) {
        // Of one iteration, the sum is the last number; of two, it can wrap around.
        match unwind {
            1 => assert!(first.0.starts_with(LONGER), "{first:?}"),
            _ => assert_eq!(first.0, bug, "{unwind}"),
        }
        assert!(second.0.starts_with(LONGER), "{second:?}");
    }
    println!("{rows:?}");
    let sizes = rows.each_ref().map(|(_, (_, (violation, _)))| *violation);
    assert!(
        sizes.iter().all(|size| (1..200).contains(size)),
        "{sizes:?}"
    );
    assert!(sizes.is_sorted());
    let mut within = request("Lecture.second", 3);
    within.scope = Some(3);
    assert_eq!(answer(&checked(&loaded, &within), &loaded), "correct");
}

#[test]
fn an_overflow_that_mathematical_integers_hide() {
    let text = "class A { static void m(int a) { int b = a + 1; assert b > a; } }";
    let of = |int| {
        let loaded = loaded_with("A.java", text, Some(int));
        answer(&checked(&loaded, &request("A.m", 1)), &loaded)
    };
    assert_eq!(of(Integers::Unbounded), "correct");
    assert_eq!(of(Integers::Checked), "overflow 1");
    assert_eq!(of(Integers::Wrapping), "assert:may-not-hold 1");
}

const KINDS: &str = "class Animal { int kind() { return 0; } }
class Dog extends Animal { int kind() { return 1; } }
class K {
  int value;
  static int shared;
  static void asserted(int n) { assert n != 42; }
  static int post(int n) ensures result > n; { if (n = 7) { return n; } return n + 1; }
  static int index(int[] a, int i) requires a != null; { return a[i]; }
  static int nothing(K k) { return k.value; }
  static int division(int n) { return 10 / (n - 3); }
  static Dog casted(Animal a) { return (Dog) a; }
  static void kept(int n) requires 0 <= n && n <= 2; { int i := 0; while (i < n) invariant i < 2; { i := i + 1; } }
  static void small(int n) requires n < 10; { }
  static void calls(int n) { K.small(n); }
  static int deep(int n) { if (n <= 0) { return 0; } int r := K.deep(n - 1); return r + 1; }
  static void recursion(int n) requires n < 4; { int r := K.deep(n); assert r != 3; }
  static void recursionHolds(int n) requires n < 4; { int r := K.deep(n); assert r < 4; }
  static void dispatch(Animal a) requires a != null; { int k := a.kind(); assert k = 0; }
  static void dispatchHolds(Animal a) requires a != null; { int k := a.kind(); assert k = 0 || k = 1; }
  static void statics() { assert shared = 0; }
  static void staticsHold(int n) { shared := n; assert shared = n; }
  static void arrays(int[] a, int[] b) requires a != null && b != null && a.length > 0 && b.length > 0; { a[0] := 1; b[0] := 2; assert a[0] = 1; }
  static void arraysHold(int[] a, int[] b) requires a != null && b != null && a != b && a.length > 0 && b.length > 0; { a[0] := 1; b[0] := 2; assert a[0] = 1; }
  static void indexHolds(int[] a) requires a != null; { int i := 0; while (i < a.length) { a[i] := i; i := i + 1; } }
  static int divisionHolds(int n) { if (n = 3) { return 0; } return 10 / (n - 3); }
  static int postHolds(int n) ensures result > n; { return n + 1; }
  static void alias(K a, K b) requires a != null && b != null; { a.value := 1; b.value := 2; assert a.value = 1; }
  static void impossible(int n) requires n < 0 && n > 0; { assert false; }
  static void any(Object o) { assert !(o instanceof Dog); }
  static void stays(int n) requires n >= 0; ensures forall seq<int> k :: |k| >= 0; { }
  static void scoped(int n) requires n >= 0; ensures forall int k :: k * k >= 0; { }
  static void beyond(int n) requires forall int k :: k * k < n; { assert n < 0; }
  static void left(int n) requires forall seq<int> k :: |k| > n; { assert n < 0; }
  static void assumedAway(int n) { assume n > 3; assume n < 3; assert false; }
  static void assumedInOneBranch(int n) { if (n > 3) { assume n < 3; assert false; } }
  static void undefined(int n) { assume 1 / n > 0; }
}";

#[test]
fn bugs_of_each_kind_and_their_corrections() {
    let loaded = loaded("kinds.idf", KINDS);
    let line = |member: &str| {
        let start = format!(" {member}(");
        KINDS
            .lines()
            .position(|line| line.contains(&start))
            .unwrap()
            + 1
    };
    let bugs = [
        ("asserted", "assert:may-not-hold"),
        ("post", "postcondition:may-not-hold"),
        ("index", "index-out-of-bounds"),
        ("nothing", "null-dereference"),
        ("division", "division-by-zero"),
        ("casted", "cast"),
        ("kept", "invariant-preserved:may-not-hold"),
        ("calls", "precondition:may-not-hold"),
        ("recursion", "assert:may-not-hold"),
        ("dispatch", "assert:may-not-hold"),
        ("statics", "assert:may-not-hold"),
        ("arrays", "assert:may-not-hold"),
        ("alias", "assert:may-not-hold"),
        ("any", "assert:may-not-hold"),
        ("undefined", "assume:division-by-zero"),
    ];
    let mut wrong = Vec::new();
    for (member, code) in bugs {
        let found = answer(
            &checked(&loaded, &request(&format!("K.{member}"), 5)),
            &loaded,
        );
        let expected = format!("{code} {}", line(member));
        if found != expected {
            wrong.push(format!("{member}: {found} instead of {expected}"));
        }
    }
    let correct = [
        "recursionHolds",
        "dispatchHolds",
        "staticsHold",
        "arraysHold",
        "indexHolds",
        "divisionHolds",
        "postHolds",
    ];
    for member in correct {
        let mut request = request(&format!("K.{member}"), 5);
        request.scope = Some(3);
        let found = answer(&checked(&loaded, &request), &loaded);
        if found != "correct" {
            wrong.push(format!("{member}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same as `verify` says (language, section 6.1), at run time too.
#[test]
fn bounds_of_slices_are_in_order() {
    let text = "class S {
  static void read(int[] a) requires acc(a.elems) && a.length = 3; { assert a[2..1] = []; }
  static void call(int[] a) requires acc(a.elems) && a.length = 3; { S.of(a, 2, 1); }
  static void of(int[] a, int lo, int hi) requires acc(a[lo..hi]); { assert lo <= hi; }
  static void three(int[] a, int[] b, int[] c)
    requires acc(a.elems) * acc(b.elems) * acc(c.elems);
  { assert a.length = 0 || b.length = 0 || c.length = 0; }
}
int[] a := new int[3];
S.of(a, 2, 1);";
    let loaded = loaded("slices.idf", text);
    let of = |member: &str| answer(&checked(&loaded, &request(member, 2)), &loaded);
    assert_eq!(of("S.read"), "assert:index-out-of-bounds 2");
    assert_eq!(of("S.call"), "precondition:index-out-of-bounds 3");
    assert_eq!(of("S.of"), "correct");
    // As many arrays as parameters, so that they can all differ.
    assert_eq!(of("S.three"), "assert:may-not-hold 7");
    assert_eq!(of("main"), "precondition:index-out-of-bounds 10");
}

#[test]
fn nothing_is_shown_by_what_is_not_evaluated_or_has_no_state() {
    let loaded = loaded("kinds.idf", KINDS);
    let of = |member: &str| checked(&loaded, &request(member, 3));
    let stays = of("K.stays");
    assert_eq!(
        answer(&stays, &loaded),
        "some conjuncts cannot be evaluated"
    );
    assert_eq!(stays.unevaluated.len(), 1);
    let scoped = of("K.scoped");
    assert_eq!(answer(&scoped, &loaded), "correct");
    assert_eq!(scoped.within_scope.len(), 1);
    let beyond = answer(&of("K.beyond"), &loaded);
    assert!(
        beyond.starts_with("a quantifier without bounds fails"),
        "{beyond}"
    );
    let left = of("K.left");
    assert_eq!(answer(&left, &loaded), "some conjuncts cannot be evaluated");
    assert_eq!(left.left_out.len(), 1);
    let impossible = answer(&of("K.impossible"), &loaded);
    assert!(
        impossible.contains("no state satisfies the precondition"),
        "{impossible}"
    );
    let assumed = answer(&of("K.assumedAway"), &loaded);
    assert!(
        assumed.contains("gets beyond the assumption `n < 3` (kinds.idf:"),
        "{assumed}"
    );
    assert_eq!(answer(&of("K.assumedInOneBranch"), &loaded), "correct");
}

#[test]
fn a_bound_that_is_reached_is_raised() {
    let loaded = loaded("kinds.idf", KINDS);
    let mut wanted = request("K.recursionHolds", 1);
    assert!(answer(&checked(&loaded, &wanted), &loaded).starts_with(LONGER));
    wanted.max_unwind = 10;
    let report = checked(&loaded, &wanted);
    assert_eq!(answer(&report, &loaded), "correct");
    // Four calls are under way at once.
    assert_eq!(report.unwind, 4);
    wanted.member = "K.recursion".to_owned();
    let report = checked(&loaded, &wanted);
    assert!(matches!(report.answer, BmcAnswer::Bug(_)));
    assert_eq!(report.unwind, 4);
}

/// Rubicon's example (002, section 2): a contact's page shows private opportunities of others.
#[test]
fn private_opportunities_of_others_are_shown_or_not() {
    let loaded = loaded("contacts.idf", &program("contacts.idf"));
    let of = |member: &str, scope| {
        let mut request = request(&format!("ContactsController.{member}"), scope);
        request.scope = Some(scope);
        let start = Instant::now();
        let report = checked(&loaded, &request);
        println!(
            "{member}, scope {scope}: {} formulas, {:?}",
            report.violation_size,
            start.elapsed()
        );
        report
    };
    let BmcAnswer::Bug(bug) = of("property", 3).answer else {
        panic!("the bug is not found");
    };
    let contact = bug
        .shown
        .iter()
        .find(|(name, _)| name == "contact")
        .unwrap();
    assert!(contact.1.contains("isPrivate = true"), "{}", contact.1);
    let mended = of("mendedProperty", 4);
    assert_eq!(answer(&mended, &loaded), "correct");
    assert_eq!((mended.objects, mended.elements), (4, 4));
}

/// Ten loops after one another, whose paths would be 21 to the power of 10.
fn loops() -> String {
    let body = "i := 0; while (i < n) { if (a[i] > m) { m := a[i]; } i := i + 1; }\n".repeat(10);
    format!(
        "class L {{ static void m(int[] a, int n)\n\
         requires a != null && 0 < n && n <= a.length;\n\
         {{ int m := 0; int i := 0;\n{body}assert m >= a[n - 1]; }} }}"
    )
}

#[test]
fn paths_that_meet_are_merged() {
    let loaded = loaded("loops.idf", &loops());
    let start = Instant::now();
    let sizes = [5, 10, 20].map(|unwind| {
        let mut request = request("L.m", unwind);
        request.scope = Some(unwind);
        // What is executed, with merging, is linear in the bound.
        request.steps = 2_000 * u64::from(unwind);
        let report = checked(&loaded, &request);
        assert_eq!(answer(&report, &loaded), "correct", "{unwind}");
        report.violation_size
    });
    println!("{sizes:?} formulas, {:?}", start.elapsed());
    assert!(
        sizes.windows(2).all(|pair| pair[1] <= 3 * pair[0]),
        "{sizes:?}"
    );
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn wrong_requests_are_refused() {
    let loaded = loaded("kinds.idf", KINDS);
    let BmcRefusal::Member { message, members } = loaded
        .bmc(&request("K.asserte", 1), &Stop::default())
        .unwrap_err()
    else {
        panic!("another refusal");
    };
    assert_eq!(message, "there is no method `K.asserte` with a body");
    assert!(members.contains(&"K.asserted".to_owned()));
    let wrong = loaded_with("a.idf", "class A { static void m() { x := 1; } }", None);
    let refusal = wrong.bmc(&request("A.m", 1), &Stop::default()).unwrap_err();
    assert!(matches!(refusal, BmcRefusal::Errors(_)));
    let input = loaded_with("a.idf", "class A { static void m(perm x) { } }", None);
    let refusal = input.bmc(&request("A.m", 1), &Stop::default()).unwrap_err();
    let BmcRefusal::Member { message, .. } = refusal else {
        panic!("another refusal");
    };
    assert!(message.contains("is not supported"), "{message}");
}

#[test]
fn what_is_not_supported_is_named_with_its_place() {
    let text = "class A { static int m(String s) {\n  return s.length();\n} }";
    let found = short("A.java", text, &request("A.m", 1));
    // The string can be null.
    assert_eq!(found, "null-dereference 2");
    let text =
        "class A { static int m(int n) { map<int, int> s := map{1 := n};\n  return s[1];\n} }";
    assert_eq!(short("A.idf", text, &request("A.m", 1)), "correct");
}

#[test]
fn json_fits_its_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/veriframe-bmc.schema.json");
    let schema: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let loaded = loaded("kinds.idf", KINDS);
    let mut answers = Vec::new();
    let members = [
        "asserted",
        "any",
        "index",
        "recursion",
        "postHolds",
        "stays",
        "left",
        "impossible",
        "statics",
    ];
    for member in members {
        let report = checked(&loaded, &request(&format!("K.{member}"), 2));
        let text = json(loaded.sources(), &report).unwrap();
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = schema.iter_errors(&object).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{member}: {errors:?}\n{text}");
        answers.push(object["answer"].as_str().unwrap().to_owned());
    }
    for answer in ["bug", "correct", "bound-reached"] {
        assert!(answers.iter().any(|known| known == answer), "{answer}");
    }
    assert!(
        schema
            .validate(&serde_json::json!({ "answer": "bug" }))
            .is_err()
    );
}

#[test]
fn the_text_names_bounds_and_what_was_not_checked() {
    let loaded = loaded("kinds.idf", KINDS);
    let shown = |member: &str| text(loaded.sources(), &checked(&loaded, &request(member, 1)));
    assert_eq!(
        shown("K.postHolds"),
        "K.postHolds: correct, unwound 1 time, from heaps with at most 2 objects of each class \
         and 2 elements of an array\n  note: permission is not checked: `verify` and `run` do \
         that\n"
    );
    assert!(shown("K.stays").contains("were not checked: kinds.idf:"));
    assert!(shown("K.left").contains("restrict no input: kinds.idf:"));
}

const HOSTILE: &str = "class H { H next; int value;
  static void forever() { int i := 0; while (true) { i := i + 1; } }
  static void recursion(int n) { H.recursion(n + 1); }
  static void large(int n) requires n >= 0; { int[] a := new int[n]; assert a.length = n; }
  static void huge() { int[] a := new int[1000000000]; a[5] := 1; }
  static void many() { while (true) { H h := new H(); int[] a := new int[1000]; } }
  static void nested(int n) { int i := 0; while (i < n) { int j := 0; while (j < n) { int k := 0; while (k < n) { k := k + 1; } j := j + 1; } i := i + 1; } }
}";

#[test]
fn hostile_programs_end_at_a_named_bound() {
    let loaded = loaded("hostile.idf", HOSTILE);
    for member in ["forever", "recursion", "large", "huge", "many", "nested"] {
        for unwind in [0, 1, 4, 30] {
            let mut request = request(&format!("H.{member}"), unwind);
            request.steps = 60_000;
            let start = Instant::now();
            let report = checked(&loaded, &request);
            let BmcAnswer::BoundReached(why) = &report.answer else {
                panic!("{member}: {}", answer(&report, &loaded));
            };
            let is_bound = match member {
                "large" | "huge" => why.contains("makes an array of more than"),
                _ => why.starts_with(LONGER) || why.contains("--steps"),
            };
            assert!(is_bound, "{member}, {unwind}: {why}");
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "{member}, {unwind}"
            );
        }
    }
}

#[test]
fn deep_expressions_and_many_assertions_are_checked() {
    let (open, plus) = ("(".repeat(5_000), " + 1)".repeat(5_000));
    let text =
        format!("class D {{ static void m(int a) {{ int x := {open}a{plus}; assert x != 7; }} }}");
    assert_eq!(
        short("deep.idf", &text, &request("D.m", 1)),
        "assert:may-not-hold 1"
    );
    let lines: Vec<String> = (0..500).map(|n| format!("assert a != {n};")).collect();
    let text = format!(
        "class D {{ static void m(int a) {{ {} }} }}",
        lines.join(" ")
    );
    assert_eq!(
        short("many.idf", &text, &request("D.m", 1)),
        "assert:may-not-hold 1"
    );
}

#[test]
fn limits_are_named() {
    let text = "class F { static void m(long a, long b) requires a > 1 && b > 1 && a < 4000000 && b < 4000000; \
                { assert a * b != 1000036000099; } }";
    let loaded = loaded_with(
        "F.java",
        &text
            .replace("requires", "//@ requires")
            .replace(" { assert", "\n { assert")
            .replace("1000036000099", "1000036000099L"),
        None,
    );
    let mut limited = request("F.m", 1);
    limited.rlimit = 1_000;
    let found = answer(&checked(&loaded, &limited), &loaded);
    assert!(found.contains("--rlimit"), "{found}");
    let stop = Stop::new(Arc::new(AtomicBool::new(true)), None);
    let report = loaded.bmc(&request("F.m", 1), &stop).unwrap();
    assert!(report.is_stopped);
    assert_eq!(
        answer(&report, &loaded),
        "time ran out (--timeout), or the run was stopped"
    );
    let hostile = self::loaded("hostile.idf", HOSTILE);
    let stop = Stop::new(Arc::default(), Some(Duration::from_millis(300)));
    let mut endless = request("H.forever", 1_000_000);
    endless.steps = u64::MAX;
    let start = Instant::now();
    let report = hostile.bmc(&endless, &stop).unwrap();
    assert!(report.is_stopped, "{}", answer(&report, &hostile));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn what_is_left_out_of_the_inputs_is_not_called_correct() {
    for (file, text) in [
        (
            "S.idf",
            "class S { static void m(set<set<int>> s) { assert |s| = 0; } }",
        ),
        (
            "S.java",
            "class S { static void m(Object[] a) {
               if (a != null && a.length > 0) assert !(a[0] instanceof String);
             } }",
        ),
    ] {
        let loaded = loaded_with(file, text, None);
        let report = checked(&loaded, &request("S.m", 1));
        assert!(!report.restrictions.is_empty(), "{text}");
        let answer = answer(&report, &loaded);
        assert!(answer.contains("not all inputs"), "{answer}: {text}");
    }
}

/// A final field with a constant is that constant in all inputs.
#[test]
fn constants_are_no_inputs() {
    let text = "class A {
  final int f = 4; int g;
  void m() { assert this.f == 4; }
  void n() { assert this.g == 4; }
}
";
    let loaded = loaded("A.java", text);
    assert_eq!(
        answer(&checked(&loaded, &request("A.m", 1)), &loaded),
        "correct"
    );
    let report = checked(&loaded, &request("A.n", 1));
    let BmcAnswer::Bug(bug) = &report.answer else {
        panic!("{:?}", report.answer);
    };
    assert!(!bug.shown[0].1.contains("f ="), "{:?}", bug.shown);
    assert!(bug.shown[0].1.contains("g ="), "{:?}", bug.shown);
}

/// What is not found to be wrong is not said to be checked for permission.
#[test]
fn the_report_says_that_permission_is_not_checked() {
    let text = "class A { int x; void m() { this.x := 1; } }";
    let loaded = loaded("a.idf", text);
    let report = checked(&loaded, &request("A.m", 1));
    assert!(matches!(report.answer, BmcAnswer::Correct));
    let shown = veriframe::report::bmc::text(loaded.sources(), &report);
    assert!(shown.contains("note: permission is not checked"), "{shown}");
}

#[test]
fn a_last_unwinding_before_the_first_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.idf");
    fs::write(&path, "class A { static void m() { } }").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_veriframe"))
        .args([
            "bmc",
            "--member",
            "A.m",
            "--unwind",
            "3",
            "--max-unwind",
            "2",
        ])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("--max-unwind 2 is less than --unwind 3"),
        "{text}"
    );
}

/// Members of the library that have only a contract here: what it allows is neither more nor less.
const BY_CONTRACT: &str = "import java.util.ArrayList;
import java.util.Iterator;
class Cell { int v; }
class B {
  static void kept(int n) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    l.add(c);
    c.v = n;
    Cell d = l.get(0);
    assert d.v == n;
  }
  static void changed(int n) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    l.add(c);
    c.v = n;
    Cell d = l.get(0);
    assert d.v != 42;
  }
  static void beyond(int n) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    l.add(c);
    Cell d = l.get(n);
  }
  static void two(boolean both) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    l.add(c);
    if (both) l.add(c);
    assert l.size() <= 2;
    Cell d = l.get(l.size() - 1);
    assert d == c;
  }
  static void twoWrong(boolean both) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    l.add(c);
    if (both) l.add(c);
    assert l.size() == 1;
  }
  static void others(boolean which) {
    ArrayList<Cell> l = new ArrayList<>();
    ArrayList<Cell> m = new ArrayList<>();
    ArrayList<Cell> k = which ? l : m;
    Cell c = new Cell();
    k.add(c);
    assert l.size() + m.size() == 1;
  }
  static void digit(char c) {
    if (c < 128) {
      boolean b = Character.isDigit(c);
      boolean d = Character.isLetter(c);
      assert !(b && d);
    }
  }
  static void letter(char c) {
    if (c < 128) {
      boolean d = Character.isLetter(c);
      assert !d;
    }
  }
  static void zero(int a, int b) {
    int m = Math.floorMod(a, b);
    assert b < 0 || m >= 0;
  }
  static void modulus(int a, int b) {
    if (b > 0) {
      int m = Math.floorMod(a, b);
      assert m >= 0 && m < b;
    }
  }
  static void nothing(int a) {
    int m = Math.floorDiv(a, -2);
    assert m != 0;
  }
  static void length() {
    String s = \"abc\";
    assert s.length() == 3;
    assert s.charAt(1) == 'b';
    String t = s.substring(1);
    assert t.length() == 2;
  }
  static void lengthWrong() {
    String s = \"abc\";
    assert s.length() == 2;
  }
  static void first(int n) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    c.v = n;
    l.add(c);
    Iterator<Cell> i = l.iterator();
    Cell d = i.next();
    assert d.v == n;
    assert !i.hasNext();
  }
}
";

#[test]
fn members_of_the_library_are_called_by_their_contracts() {
    let loaded = loaded("B.java", BY_CONTRACT);
    let line = |text: &str, nth: usize| {
        let mut lines = BY_CONTRACT.lines().enumerate();
        let (at, _) = lines
            .by_ref()
            .filter(|(_, l)| l.contains(text))
            .nth(nth)
            .unwrap();
        at + 1
    };
    let false_at = |text, nth| format!("assert:may-not-hold {}", line(text, nth));
    for (member, expected) in [
        ("kept", "correct".to_owned()),
        ("changed", false_at("d.v != 42", 0)),
        (
            "beyond",
            format!("precondition:may-not-hold {}", line("l.get(n)", 0)),
        ),
        ("two", "correct".to_owned()),
        ("twoWrong", false_at("l.size() == 1", 0)),
        ("others", "correct".to_owned()),
        ("digit", "correct".to_owned()),
        ("letter", false_at("assert !d", 0)),
        (
            "zero",
            format!("precondition:may-not-hold {}", line("floorMod(a, b)", 0)),
        ),
        ("modulus", "correct".to_owned()),
        ("nothing", false_at("m != 0", 0)),
        ("lengthWrong", false_at("s.length() == 2", 0)),
        ("first", "correct".to_owned()),
    ] {
        let report = checked(&loaded, &request(&format!("B.{member}"), 2));
        assert_eq!(answer(&report, &loaded), expected, "{member}");
    }
    // The characters of a substring are stated with a quantifier, which restricts nothing here.
    let report = checked(&loaded, &request("B.length", 2));
    assert_eq!(answer(&report, &loaded), "correct");
    assert!(!report.unassumed.is_empty());
    let text = text_of(&loaded, &report);
    assert!(
        text.contains("of library contracts were not assumed: library/"),
        "{text}"
    );
}

fn text_of(loaded: &Loaded, report: &BmcReport) -> String {
    text(loaded.sources(), report)
}

/// An index that a condition excludes does not matter.
#[test]
fn quantifiers_over_elements_of_new_arrays_are_evaluated() {
    let text = "class C {
        static void zero(int n) requires n ≥ 0 && n ≤ 2; {
            int[] a := new int[n];
            assert forall int i :: 0 ≤ i && i < n ==> a[i] = 0;
        }
        static void one(int n) requires n ≥ 0 && n ≤ 2; {
            int[] a := new int[n];
            assert forall int i :: 0 ≤ i && i < n ==> a[i] = 1;
        }
    }";
    let of = |member| short("C.idf", text, &request(member, 3));
    assert_eq!(of("C.zero"), "correct");
    assert_eq!(of("C.one"), "assert:may-not-hold 8");
}

/// Why an input that seems to show a violation shows none is said.
#[test]
fn what_cannot_be_run_is_named() {
    let mut workspace = Workspace::new(Options::default());
    let spec = "public class Box {
  //@ ensures true;
  public Box();
  public /*@ pure @*/ int get();
}";
    workspace.set_library("Box.java", spec);
    let text = "class A { static int h() { Box b = new Box(); return 10 / b.get(); } }";
    workspace.set("A.java", text);
    let loaded = workspace.load();
    let report = checked(&loaded, &request("A.h", 2));
    let text = text_of(&loaded, &report);
    let reason = "the run seems to show a violation, but cannot be run: running `Box.get`, which has \
                  no body, is not supported (Box.java:4)";
    assert!(text.contains(reason), "{text}");
}

/// `A.m` runs for an object of a subclass unless the subclass, or a class between, overrides it.
#[test]
fn receivers_are_those_for_which_the_member_runs() {
    let a = "class A {
  pure int g() { return 1; }
  int m()
    ensures result = g();
  { return 1; }
}
";
    let below =
        |body: &str| format!("{a}class B extends A {{ pure int g() {{ return 2; }} {body} }}");
    let of = |text: &str| short("a.idf", text, &request("A.m", 2));
    let overrides = below("int m() { return 2; }");
    assert_eq!(of(&overrides), "correct");
    assert_eq!(
        of(&format!("{overrides} class C extends B {{ }}")),
        "correct"
    );
    assert_eq!(of(&below("")), "postcondition:may-not-hold 4");
    let inherits = format!("{overrides} class D extends A {{ pure int g() {{ return 3; }} }}");
    assert_eq!(of(&inherits), "postcondition:may-not-hold 4");
    // Through an interface with the body.
    let interface = "interface I { int k() ensures result = 1; ; }
class A implements I {
  int k() { assert !(this instanceof B); return 1; } }
class B extends A { int k() { return 1; } }";
    assert_eq!(short("a.idf", interface, &request("A.k", 2)), "correct");
    let java = "class A {
  /*@ pure @*/ int g() { return 1; }
  //@ ensures \\result == g();
  int m() { return 1; }
}
class B extends A { /*@ pure @*/ int g() { return 2; } int m() { return 2; } }";
    assert_eq!(short("A.java", java, &request("A.m", 2)), "correct");
    let java = java.replace("int m() { return 2; }", "");
    assert_eq!(
        short("A.java", &java, &request("A.m", 2)),
        "postcondition:may-not-hold 3"
    );
}

/// A member that `super.m()` runs for an object of a subclass is checked for it, too, with the
/// contract as the superclass means it.
#[test]
fn receivers_of_super_calls_are_checked() {
    let with = |own: &str, body: &str| {
        format!(
            "class A {{
  pure int g() {{ return 1; }}
  int m() ensures result = g();
  {{ {own} return 1; }}
}}
class B extends A {{
  pure int g() {{ return 2; }}
  int m() {{ {body} }}
}}
class C extends B {{ int m() {{ return 2; }} }}"
        )
    };
    let of = |member: &str, text: &str| short("a.idf", text, &request(member, 2));
    let plain = with("", "int r := super.m(); return r;");
    assert_eq!(of("A.m", &plain), "correct");
    assert_eq!(of("B.m", &plain), "postcondition:may-not-hold 3");
    let test = |class: &str| format!("assert !(this instanceof {class});");
    let calls = with(&test("B"), "int r := super.m(); return r + 1;");
    assert_eq!(of("A.m", &calls), "assert:may-not-hold 4");
    // `C.m` does not call `super.m()`.
    let calls = with(&test("C"), "int r := super.m(); return r + 1;");
    assert_eq!(of("A.m", &calls), "correct");
    let calls_none = with(&test("B"), "return 2;");
    assert_eq!(of("A.m", &calls_none), "correct");
    // All objects of an abstract class are of classes that override it.
    let text = "abstract class A { int m() ensures result = 1; { assert !(this instanceof B); return 1; } }
class B extends A { int m() { return BODY; } }";
    let statement = text.replace("return BODY;", "int r := super.m(); return r;");
    assert_eq!(of("A.m", &statement), "assert:may-not-hold 1");
    let loaded = loaded("a.idf", &text.replace("BODY", "1"));
    let refusal = loaded.bmc(&request("A.m", 1), &Stop::default());
    let BmcRefusal::Member { message, .. } = refusal.unwrap_err() else {
        panic!("another refusal");
    };
    assert!(message.contains("no object runs `A.m`"), "{message}");
}

#[test]
fn pure_methods_are_checked() {
    let text = "class P {
  static pure int inverse(int x) { return 100 / x; }
  static pure int positive(int x) requires 0 < x; { return x; }
  static pure int calls(int x) { return positive(x); }
  static pure int called(int x) requires 1 < x; { return positive(x); }
  static pure int first(int[] a) requires a != null * acc(a.elems); { return a[0]; }
  static pure int guarded(int[] a) requires a != null * acc(a.elems) * 0 < a.length; { return a[0]; }
  static pure int twice(int x)
    ensures result > x;
  { return 2 * x; }
  static pure int sum(int n) requires 0 <= n <= 3; ensures result = n * (n + 1) / 2;
  { return n = 0 ? 0 : n + sum(n - 1); }
  static pure int wrong(int n) requires 0 <= n <= 3; ensures result < 6;
  { return n = 0 ? 0 : n + wrong(n - 1); }
  static pure int deep(int n) requires 0 <= n; { return n = 0 ? 0 : deep(n - 1); }
  int x;
  pure int get() requires acc(x); ensures result >= 0; { return x; }
}";
    let of = |member: &str| short("p.idf", text, &request(&format!("P.{member}"), 5));
    assert_eq!(of("inverse"), "division-by-zero 2");
    assert_eq!(of("positive"), "correct");
    assert_eq!(of("calls"), "precondition:may-not-hold 4");
    assert_eq!(of("called"), "correct");
    assert_eq!(of("first"), "index-out-of-bounds 6");
    assert_eq!(of("guarded"), "correct");
    assert_eq!(of("twice"), "postcondition:may-not-hold 9");
    assert_eq!(of("sum"), "correct");
    assert_eq!(of("wrong"), "postcondition:may-not-hold 13");
    assert!(of("deep").starts_with(LONGER), "{}", of("deep"));
    assert_eq!(of("get"), "postcondition:may-not-hold 17");
    let java = "class P {
  //@ ensures \\result >= 0;
  /*@ pure @*/ static int abs(int x) { return x < 0 ? -x : x; }
}";
    assert_eq!(short("P.java", java, &request("P.abs", 2)), "overflow 3");
    let wrapping = loaded_with("P.java", java, Some(Integers::Wrapping));
    let report = checked(&wrapping, &request("P.abs", 2));
    assert_eq!(answer(&report, &wrapping), "postcondition:may-not-hold 2");
}

/// So are overriding ones, for receivers of which they are the definition.
#[test]
fn overridden_pure_methods_are_checked_for_their_own_objects() {
    let text = "class A {
  pure int get() ensures 0 < result; { return 1; }
  pure int twice() ensures result = 2; { return 2 * get(); }
}
class B extends A { pure int get() { return 3; } BODY }";
    let of =
        |member: &str, body: &str| short("a.idf", &text.replace("BODY", body), &request(member, 2));
    assert_eq!(of("A.twice", ""), "postcondition:may-not-hold 3");
    assert_eq!(of("A.twice", "pure int twice() { return 2; }"), "correct");
    assert_eq!(of("A.get", ""), "correct");
    assert_eq!(of("B.get", ""), "correct");
}

#[test]
fn inputs_have_sets_and_sequences() {
    let text =
        "class User { } class Item { User user; bool priv; } class Contact { set<Item> items; }
      class Spec {
        static set<Item> show(User current, Contact c) requires c != null; { return c.items; }
        static void noPrivate(User u, Contact c, Item o)
          requires u != null && c != null && o != null;
        { set<Item> shown := show(u, c); assert o.priv && o.user != u ==> !(o in shown); }
        static void others(Contact c, Item o) requires c != null && o != null;
        { set<Item> without := c.items setminus set{o}; assert !(o in without); }
        static void third(seq<int> s) { if (|s| = 3) { assert s[2] != 7; } }
        static void within(seq<int> s) { if (|s| = 3) { assert s[2] = s[|s| - 1]; } }
        static void two(set<int> s) { assert |s| != 2; }
        static void none(set<set<int>> s) { assert |s| = 0; }
      }";
    let bug = |member: &str| {
        let loaded = loaded("f.idf", text);
        let request = request(member, 3);
        match checked(&loaded, &request).answer {
            BmcAnswer::Bug(bug) => {
                let shown = bug
                    .shown
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"));
                shown.collect::<Vec<_>>().join(", ")
            }
            BmcAnswer::Correct => "correct".to_owned(),
            BmcAnswer::BoundReached(why) => why,
        }
    };
    let private = bug("Spec.noPrivate");
    assert!(private.contains("items = set{Item#"), "{private}");
    assert_eq!(bug("Spec.others"), "correct");
    let third = bug("Spec.third");
    assert!(
        third.starts_with("s = [") && third.ends_with(", 7]"),
        "{third}"
    );
    assert_eq!(bug("Spec.within"), "correct");
    let two = bug("Spec.two");
    assert!(two.starts_with("s = set{"), "{two}");
    assert!(bug("Spec.none").starts_with("not all inputs"));
}
