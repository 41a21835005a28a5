//! `veriframe bmc --unwound`: the unwound program in single-assignment form.

use std::collections::BTreeSet;
use std::fmt::Write;
use veriframe::{BmcAnswer, BmcReport, BmcRequest, Options, Stop, Workspace};

fn checked(name: &str, text: &str, member: &str, unwind: u32) -> BmcReport {
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    let request = BmcRequest {
        member: member.to_owned(),
        unwind,
        max_unwind: unwind,
        scope: Some(3),
        rlimit: Options::default().rlimit,
        steps: 1_000_000,
        wants_formula: false,
        wants_program: true,
    };
    workspace.load().bmc(&request, &Stop::default()).unwrap()
}

fn unwound(name: &str, text: &str, member: &str, unwind: u32) -> String {
    let report = checked(name, text, member, unwind);
    report.program.unwrap().unwrap()
}

/// Members on integers alone, of which some are wrong and some are longer than the bound.
const MEMBERS: &str = "class U {
  static int or(int a, int b) { int r; if (a > 0 || b > 0) { r := 1; } else { r := 2; }
    assert r = 2 ==> a <= 0; return r; }
  static int both(int a, int b) { bool c := a > 0 && b > 0; int x := c ? a : b;
    if (!c) { x := x + 1; } assert x != 5; return x; }
  static int broken(int n) { int i := 0; while (i < n) { if (i + n = 10) { break; } i := i + 1; }
    assert i <= n || i = 0; return i; }
  static int early(int n) { int i := 0; while (true) { if (i >= n) { break; }
    if (i = n - 7) { return 7; } i := i + 1; } assert i >= n; return i; }
  static int power(int x, int y) { int z := 1; int j := 1; while (j <= y) { z := z * x; j := j + 1; }
    assert y != 2 || z = x * x; return z; }
  static int summed(int n) { int s := 0; for (int i := 0; i < n; i := i + 1) {
    for (int j := i; j < 2; j := j + 1) { s := s + j; } } assert s != 2; return s; }
  static int called(int n) { int r := fact(n); int q := fact(n - 1); assert n <= 1 || r = n * q; return r; }
  static int fact(int n) { if (n <= 1) { return 1; } int r := fact(n - 1); return n * r; }
  static int post(int a) requires a > 0; ensures result > a; { if (a > 7) { return a; } return a + 1; }
  static int unknown(int n) { int s := *; while (s > n || s > 100) { s := *; } assert s <= 100; return s; }
  static int assumed(int n) { int s := *; assume s > n && n > 3; while (s > 5) { s := s - 1; }
    assert s = 5; return s; }
  static int skipped(int n) { int s := 0; int i := 0; while (i < n) { i := i + 1;
    if (i + n = 3) { continue; } s := s + i; } assert s != 1; return s; }
  static int shadowed(int n) { int m := n; if (n > 2) { int k := n; n := k - 1; } else { n := n + m; }
    if (m > n) { n := m; } assert n >= m; return n; }
}
";

/// The unwound program as a program of its own: versions are variables, and the bound is the end of
/// what is asked.
fn as_program(text: &str) -> String {
    let mut names = BTreeSet::new();
    let mut body = String::new();
    let mut params = "";
    for line in text.lines().skip(1) {
        let line = line.split("  //").next().unwrap_or_default();
        if let Some(head) = line.strip_prefix("U.") {
            params = head.split(['(', ')']).nth(1).unwrap_or_default();
            continue;
        }
        // A variable of a callee has the name of its member before it.
        let line = line.replace("fact.", "fact_");
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        for word in words {
            let is_version = word
                .rsplit_once('_')
                .is_some_and(|(name, number)| !name.is_empty() && number.parse::<u32>().is_ok());
            if is_version {
                names.insert(word.to_owned());
            }
        }
        let line = line.replace("bound_reached();", "assume false;");
        writeln!(body, "{line}").unwrap();
    }
    let params: Vec<&str> = params.split(", ").filter(|name| !name.is_empty()).collect();
    names.retain(|name| !params.contains(&name.as_str()));
    let mut declared = String::new();
    for name in names {
        let ty = if name == "c_0" { "bool" } else { "int" };
        writeln!(declared, "  {ty} {name} := *;").unwrap();
    }
    let params: Vec<String> = params.iter().map(|name| format!("int {name}")).collect();
    let params = params.join(", ");
    format!("class U {{ static int m({params}) {{\n{declared}{body}}}\n")
}

/// The text says what was checked: as a program without loops, it has the same bugs.
#[test]
fn the_unwound_program_has_the_bugs_of_the_program() {
    let members = MEMBERS.lines().filter_map(|line| {
        let head = line.strip_prefix("  static int ")?;
        head.split_once('(').map(|(name, _)| name)
    });
    let (mut bugs, mut others) = (0, 0);
    for member in members {
        for unwind in 1..=4 {
            let of = checked("u.idf", MEMBERS, &format!("U.{member}"), unwind);
            let text = of.program.unwrap().unwrap();
            let again = as_program(&text);
            let without_loops = checked("again.idf", &again, "U.m", 1);
            let is_bug = |answer: &BmcAnswer| matches!(answer, BmcAnswer::Bug(_));
            assert_eq!(
                is_bug(&of.answer),
                is_bug(&without_loops.answer),
                "{member} {unwind}\n{text}\n{again}\n{:?}",
                without_loops.answer
            );
            match is_bug(&of.answer) {
                true => bugs += 1,
                false => others += 1,
            }
            // Each version is assigned once.
            let mut assigned: Vec<&str> = text
                .lines()
                .filter_map(|line| line.trim().split_once(" := "))
                .map(|(name, _)| name)
                .collect();
            let count = assigned.len();
            assigned.sort_unstable();
            assigned.dedup();
            assert_eq!(assigned.len(), count, "{text}");
            // Where a path is longer than the bound, the text says so.
            let is_longer = matches!(&of.answer, BmcAnswer::BoundReached(why)
                if why.starts_with("some path is longer"));
            assert!(!is_longer || text.contains("bound_reached();"), "{text}");
        }
    }
    assert!(bugs >= 10 && others >= 10, "{bugs} {others}");
}

#[test]
fn paths_meet_in_versions_for_both() {
    let text = unwound("u.idf", MEMBERS, "U.or", 1);
    let expected = "\
// loops and recursive calls unwound 1 time
or(a_0, b_0) {
  r_0 := 0;
  if (0 < a_0 || 0 < b_0) {
    r_1 := 1;
  } else {
    r_2 := 2;
  }
  r_3 := 0 < a_0 || 0 < b_0 ? r_1 : r_2;
  assert r_3 = 2 ==> a_0 <= 0;
  return r_3;
}
";
    assert_eq!(text, expected.replace("\nor(", "\nU.or("));
}

/// What was decided on the way is not in the text.
#[test]
fn what_is_decided_is_left_out() {
    let program = "class U { static int m(int x) {
      int n := 3; int i := 0; while (i < n) { x := x + i; i := i + 1; } if (n = 4) { x := 0; } return x; } }";
    let text = unwound("u.idf", program, "U.m", 5);
    assert!(!text.contains("if ("), "{text}");
    assert!(!text.contains("bound_reached"), "{text}");
    assert!(text.contains("x_3 := x_2 + i_2;"), "{text}");
    assert!(text.contains("return x_3;"), "{text}");
}

/// A value that was read before the heap changed is not read again behind the change.
#[test]
fn a_value_is_that_of_the_heap_in_which_it_was_read() {
    let program = "class C { int f;
      int next() requires acc(f); ensures acc(f); { f := f + 1; return f; }
      int m() requires acc(f); ensures acc(f); { int y := f + next(); return y; }
      int n(bool b) requires acc(f); ensures acc(f); { int y := 0;
        if (f > 3) { f := 0; y := 1; } return y; } }";
    let text = unwound("c.idf", program, "C.m", 1);
    let read = text.find(":= this.f;").unwrap();
    let written = text.find("this.f := this.f + 1;").unwrap();
    assert!(read < written, "{text}");
    assert!(text.contains("y_0 := value_0 + "), "{text}");
    // So is a condition on which a version depends.
    let text = unwound("c.idf", program, "C.n", 1);
    assert!(text.contains("when_0 := 3 < this.f;"), "{text}");
    assert!(text.contains("y_2 := when_0 ? y_1 : y_0;"), "{text}");
}

/// A call of an overridden method is each body that may be run.
#[test]
fn a_call_is_what_it_runs() {
    let program = "class A { int k(int n) { return n; } }
      class B extends A { int k(int n) { return n + 1; } }
      class C { static int m(A a, int n) requires a != null; { int r := a.k(n); return r; } }";
    let text = unwound("a.idf", program, "C.m", 1);
    assert!(text.contains("if (a_0 runs A.k) {"), "{text}");
    assert!(
        text.contains("r_2 := (a_0 runs A.k) ? r_0 : r_1;"),
        "{text}"
    );
}

/// Objects and values that nobody knows are others each time.
#[test]
fn what_is_new_each_time_has_a_version() {
    let program = "import veriframe.Any;
class C {
  static int m() { return (Any.integer() & 1) + new int[2].length; }
}
";
    let text = unwound("C.java", program, "C.m", 1);
    assert_eq!(text.matches("Any.integer()").count(), 1, "{text}");
    assert!(text.contains("integer_0 = Any.integer();"), "{text}");
    assert_eq!(text.matches("new int[2]").count(), 1, "{text}");
}

#[test]
fn a_program_that_is_too_long_is_refused() {
    let program =
        "class U { static int m(int n) { int i := 0; while (i < n) { i := i + 1; i := i + 1;
      i := i + 1; i := i + 1; i := i + 1; i := i + 1; i := i + 1; i := i + 1; } return i; } }";
    let report = checked("u.idf", program, "U.m", 1200);
    let why = report.program.unwrap().unwrap_err();
    assert!(why.contains("lower --unwind"), "{why}");
    // The same text each time.
    let of = |unwind| unwound("u.idf", MEMBERS, "U.summed", unwind);
    assert_eq!(of(4), of(4));
}
