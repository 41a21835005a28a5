//! `veriframe run`: the interpreter, and contracts at run time.

use crate::support;

use std::fs;
use support::Program;
use veriframe::{Code, Options, RunEnd, RunRefusal, RunReport, RunRequest, Stop, Workspace};

fn request() -> RunRequest {
    RunRequest {
        entry: None,
        input: Vec::new(),
        args: Vec::new(),
        contracts: true,
        steps: 50_000_000,
        memory: 200_000_000,
    }
}

/// Runs a program; what it prints, and the report.
fn run(name: &str, text: &str, request: &RunRequest) -> (String, Result<RunReport, RunRefusal>) {
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    let mut printed = Vec::new();
    let report = workspace
        .load()
        .run(request, &Stop::default(), &mut |text| {
            printed.extend_from_slice(text);
            true
        });
    (String::from_utf8(printed).unwrap(), report)
}

/// The full code of the violation, and the line at which it is reported.
fn violation(text: &str, request: &RunRequest) -> Option<(String, usize)> {
    let mut workspace = Workspace::new(Options::default());
    workspace.set("test.idf", text);
    let loaded = workspace.load();
    let report = loaded.run(request, &Stop::default(), &mut |_| true);
    match report.unwrap().end {
        RunEnd::Violation(found, _) => {
            let line = loaded.sources().start(found.span).line;
            Some((found.full_code(), line))
        }
        RunEnd::Returned => None,
        other => panic!("{other:?}"),
    }
}

/// Whether a program has a main routine.
fn has_main(program: &Program) -> Option<RunReport> {
    run(&program.name, &program.text, &request()).1.ok()
}

#[test]
fn programs_that_verify_run_without_a_violation() {
    let mut programs = support::programs("examples");
    programs.extend(support::programs("tests/verify/programs"));
    programs.retain(|program| !program.name.contains("wrong/"));
    let reports = support::in_parallel(&programs, |program| {
        (program.name.clone(), has_main(program))
    });
    let (mut runs, mut permissions) = (0, 0);
    for (name, report) in reports {
        let Some(report) = report else { continue };
        assert!(
            matches!(report.end, RunEnd::Returned),
            "{name}: {:?}",
            report.end
        );
        let unevaluated = report.unevaluated.len();
        assert!(
            unevaluated == 0 || name.contains("map_counter"),
            "{name}: {unevaluated}"
        );
        runs += 1;
        permissions += report.permission_checks;
    }
    assert!(runs > 80, "only {runs} programs have a main routine");
    assert!(
        permissions > 10_000,
        "only {permissions} checks of permission"
    );
}

#[test]
fn most_wrong_programs_fail_where_the_verifier_says() {
    let programs = support::programs("tests/verify/programs/wrong");
    let found = support::in_parallel(&programs, |program| {
        let report = has_main(program)?;
        let RunEnd::Violation(found, _) = report.end else {
            return Some(false);
        };
        let line = program.text[..found.span.start as usize].lines().count();
        let text = program.text.lines().nth(line - 1).unwrap_or_default();
        Some(text.contains("//~"))
    });
    let exact = found.iter().filter(|found| **found == Some(true)).count();
    let runs = found.iter().flatten().count();
    assert!(runs > 100, "only {runs} wrong programs have a main routine");
    assert!(
        exact >= 60,
        "only {exact} of {runs} fail at the marked line"
    );
}

#[test]
fn a_java_program_prints_what_it_prints_in_java() {
    prints_what_java_prints("Main");
}

#[test]
fn nested_classes_of_one_name_run_as_in_java() {
    prints_what_java_prints("Nested");
}

#[test]
fn exceptions_of_resources_and_initialisers_run_as_in_java() {
    prints_what_java_prints("Throwing");
}

#[test]
fn floating_point_numbers_run_as_in_java() {
    prints_what_java_prints("Floating");
}

#[test]
fn operators_on_bits_run_as_in_java() {
    prints_what_java_prints("Bits");
}

/// Runs a program whose output under `java` is in a file beside it.
fn prints_what_java_prints(class: &str) {
    let folder = support::root().join("tests/execution");
    let name = format!("{class}.java");
    let text = fs::read_to_string(folder.join(&name)).unwrap();
    let expected = fs::read_to_string(folder.join(format!("{class}.out"))).unwrap();
    for contracts in [true, false] {
        let request = RunRequest {
            contracts,
            ..request()
        };
        let mut workspace = Workspace::new(Options {
            integers: Some(veriframe::Integers::Wrapping),
            ..Options::default()
        });
        workspace.set(name.as_str(), text.as_str());
        let mut printed = Vec::new();
        let report = workspace
            .load()
            .run(&request, &Stop::default(), &mut |text| {
                printed.extend_from_slice(text);
                true
            });
        assert_eq!(String::from_utf8(printed).unwrap(), expected);
        assert!(matches!(report.unwrap().end, RunEnd::Returned));
    }
}

const CELL: &str = "class Cell {
  int x;
  Cell next;
  Cell() ensures acc(x) * x = 0 * acc(next) * next = null; { }
  predicate list() { return acc(x) * acc(next) * (next != null ==> next.list()); }
  void set(int v) requires acc(x); ensures acc(x) * x = v; { x := v; }
  void wrong(int v) requires acc(x); ensures acc(x) * x = v; { x := v + 1; }
  void greedy() requires acc(x); { }
  void reads() { int y := x; }
  void shares() requires acc(x, 1/2); ensures acc(x, 1/2); { x := 1; }
  void twice(Cell c) requires acc(x) * acc(c.x); { }
  void all() requires list(); ensures list(); { }
}
";

#[test]
fn violations_have_the_code_and_the_place_of_the_verifier() {
    let cases = [
        ("Cell c := new Cell(); c.set(3); assert c.x = 3;", None),
        (
            "Cell c := new Cell(); assert c.x = 3;",
            Some(("assert:may-not-hold", 15)),
        ),
        (
            "Cell c := new Cell(); c.wrong(3);",
            Some(("postcondition:may-not-hold", 7)),
        ),
        (
            "Cell c := new Cell(); c.greedy(); c.set(1);",
            Some(("precondition:insufficient-permission", 15)),
        ),
        (
            "Cell c := new Cell(); c.reads();",
            Some(("insufficient-permission", 9)),
        ),
        (
            "Cell c := new Cell(); c.shares();",
            Some(("insufficient-permission", 10)),
        ),
        (
            "Cell c := new Cell(); c.twice(c);",
            Some(("precondition:insufficient-permission", 15)),
        ),
        (
            "Cell c := new Cell(); c.next := c; c.x := 1; c.next := null; c.all();",
            None,
        ),
        ("Cell c; c.set(1);", Some(("null-dereference", 15))),
        (
            "int[] a := new int[3]; a[3] := 1;",
            Some(("index-out-of-bounds", 15)),
        ),
        (
            "int z := 0; int y := 1 / z;",
            Some(("division-by-zero", 15)),
        ),
        (
            "int i := 0; while (i < 3) invariant i < 2; { i := i + 1; }",
            Some(("invariant-preserved:may-not-hold", 15)),
        ),
        (
            "int i := 0; while (i < 3) invariant 0 <= i; decreases i; { i := i + 1; }",
            Some(("termination", 15)),
        ),
    ];
    for (main, expected) in cases {
        let found = violation(&format!("{CELL}\n{main}\n"), &request());
        let found = found.as_ref().map(|(code, line)| (code.as_str(), *line));
        assert_eq!(found, expected, "{main}");
    }
}

#[test]
fn without_contracts_only_java_semantics_is_left() {
    let request = RunRequest {
        contracts: false,
        ..request()
    };
    for (main, expected) in [
        (
            "Cell c := new Cell(); c.wrong(3); c.reads(); assert false;",
            None,
        ),
        ("Cell c; c.set(1);", Some(("null-dereference", 15))),
    ] {
        let found = violation(&format!("{CELL}\n{main}\n"), &request);
        let found = found.as_ref().map(|(code, line)| (code.as_str(), *line));
        assert_eq!(found, expected, "{main}");
    }
}

#[test]
fn java_without_contracts_needs_no_permission() {
    let text = "class Counted { static int made = 0; int number = made++; }
class Row extends Counted { int[] data = new int[3]; }
public class Main {
  public static void main(String[] args) {
    Row row = new Row();
    for (int i = 0; i < 3; i++) row.data[i] = i;
    System.out.println(row.data[2] + row.number);
  }
}";
    let (printed, report) = run("Main.java", text, &request());
    let end = report.unwrap().end;
    assert!(matches!(end, RunEnd::Returned), "{end:?}");
    assert_eq!(printed, "2\n");
}

#[test]
fn old_reads_the_heap_on_entry() {
    let text = "class C {
  int x;
  C() ensures acc(x) * x = 0; { }
  void add(int n)
    requires acc(x) * 0 <= n;
    ensures acc(x) * x = old(x) + n;
  {
    int i := 0;
    while (i < n) invariant acc(x) * 0 <= i <= n * x = old(x) + i; { x := x + 1; i := i + 1; }
  }
  void back() requires acc(x); ensures acc(x) * untouched(acc(x)); { x := x + 1; x := x - 1; }
  void off() requires acc(x); ensures acc(x) * untouched(acc(x)); { x := x + 1; }
}
C c := new C();
c.add(5);
c.add(7);
assert c.x = 12;
c.back();
c.off();
";
    let found = violation(text, &request());
    assert_eq!(found, Some(("postcondition:may-not-hold".to_owned(), 12)));
}

#[test]
fn bounds_end_runs_that_do_not_end() {
    let cases = [
        ("int i := 0; while (true) { i := i + 1; }", "steps"),
        (
            "class C { static void m() { C.m(); } } C.m();",
            "nested too deep",
        ),
        (
            "int i := 0; while (i < 1000) { int[] a := new int[1000000]; i := i + 1; }",
            "heap",
        ),
        ("int[] a := new int[100000000000];", "heap"),
    ];
    for (text, expected) in cases {
        let report = run("test.idf", text, &request()).1.unwrap();
        match report.end {
            RunEnd::Bound(message) => assert!(message.contains(expected), "{text}: {message}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let stop = Stop::default();
    stop.ask();
    let mut workspace = Workspace::new(Options::default());
    workspace.set("test.idf", "while (true) { }");
    let report = workspace.load().run(&request(), &stop, &mut |_| true);
    assert!(matches!(report.unwrap().end, RunEnd::Stopped));
}

#[test]
fn what_cannot_be_evaluated_is_named() {
    let text = "assert forall int i :: i * i >= 0;\nassert false;\n";
    let report = run("test.idf", text, &request()).1.unwrap();
    assert_eq!(report.unevaluated.len(), 1);
    let RunEnd::Violation(found, _) = report.end else {
        panic!("{:?}", report.end);
    };
    assert_eq!(found.code, Code::Assert);
}

#[test]
fn the_entry_is_one_static_method() {
    let text = "class C { static int twice(int n) { return n + n; } static void m(boolean b) { assert b; } }";
    let with = |entry: Option<&str>, args: &[&str]| {
        let request = RunRequest {
            entry: entry.map(str::to_owned),
            input: Vec::new(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            ..request()
        };
        run("test.idf", text, &request).1
    };
    assert!(with(Some("C.twice"), &["4"]).is_ok());
    assert!(with(Some("C.m"), &["true"]).is_ok());
    for (entry, args) in [
        (None, &[][..]),
        (Some("C.n"), &[]),
        (Some("C.twice"), &[]),
        (Some("C.twice"), &["x"]),
        (Some("C.m"), &["1"]),
    ] {
        let refused = with(entry, args);
        assert!(
            matches!(refused, Err(RunRefusal::Entry { .. })),
            "{entry:?}"
        );
    }
    let broken = run("test.idf", "int i := undeclared;", &request()).1;
    assert!(matches!(broken, Err(RunRefusal::Errors(_))));
}

#[test]
fn what_verifies_runs_in_corner_cases() {
    let cases = [
        "int n := 3; while (n-- > 0) invariant -1 <= n; decreases n; { }",
        "class C { int x; C() ensures v(); { }
           predicate v() { return acc(x); }
           void reads() requires acc(v(), _); { int y := x; }
           void quarter() requires acc(v(), 1/4); { reads(); reads(); reads(); int y := x; } }
         C c := new C(); c.quarter();",
        "class C { static void m(int[] s, int n)
             requires acc(s.elems);
             requires forall int i, int j :: 0 <= i < s.length && s[i] != 0 && 0 <= j < 10 / s[i] ==> j < 10;
             requires forall int i :: 0 <= i && i < n && 10 / n > 2 ==> i < 10;
           { } }
         int[] a := new int[2]; a[1] := 2; C.m(a, 0);",
        "class C { int x; C() ensures acc(x) * x = 0; { }
           void take() requires acc(x); { }
           void m() requires acc(x) * x = 0; { take(); ghost int v := old(x); assert v = 0; } }
         C c := new C(); c.m();",
        "int i := 0; while (i < 3) invariant 0 <= i <= 3; { label l; i := i + 1; assert old[l](true); }",
    ];
    for text in cases {
        let mut workspace = Workspace::new(Options::default());
        workspace.set("test.idf", text);
        let loaded = workspace.load();
        let request = RunRequest {
            steps: 2_000,
            ..request()
        };
        let report = loaded
            .run(&request, &Stop::default(), &mut |_| true)
            .unwrap();
        assert!(
            matches!(report.end, RunEnd::Returned),
            "{text}: {:?}",
            report.end
        );
        assert!(report.unevaluated.is_empty(), "{text}");
        let mut reports = loaded.check(&Stop::default(), &|_| ());
        let report = reports.remove(0);
        assert_eq!(
            veriframe::Exit::of(&report),
            veriframe::Exit::Verified,
            "{text}"
        );
    }
}

#[test]
fn a_quantifier_without_bounds_is_left_out_wherever_its_guards_lead() {
    for condition in [
        "forall int i :: b ==> i * i >= 0",
        "forall int i, int j :: 0 <= i && i < n ==> i + j >= j",
        "forall int i :: 0 <= i && i < n || i * i = 4 ==> i < 5",
    ] {
        let text = format!(
            "class C {{ static void m(boolean b, int n) ensures {condition}; {{ }} }} C.m(false, 0);"
        );
        let report = run("test.idf", &text, &request()).1.unwrap();
        assert!(
            matches!(report.end, RunEnd::Returned),
            "{text}: {:?}",
            report.end
        );
        assert_eq!(report.unevaluated.len(), 1, "{text}");
    }
}

#[test]
fn numbers_and_shown_values_have_bounds() {
    let text = "int x := 2; while (true) invariant true; { x := x * x; }";
    let report = run("test.idf", text, &request()).1.unwrap();
    assert!(matches!(report.end, RunEnd::Bound(_)), "{:?}", report.end);
    let text = "import java.util.ArrayList;
      class Main { public static void main(String[] args) {
        ArrayList<Object> l = new ArrayList<>(); l.add(l); l.get(1); } }";
    let report = run("Main.java", text, &request()).1.unwrap();
    assert!(
        matches!(report.end, RunEnd::Violation(..)),
        "{:?}",
        report.end
    );
}

/// What a Java program prints, and the exception that ends it.
fn java(members: &str, main: &str) -> (String, Option<String>) {
    let text = format!(
        "import java.util.*;\npublic class Main {{\n{members}\n\
         public static void main(String[] args) {{\n{main}\n}}\n}}\n"
    );
    let mut workspace = Workspace::new(Options {
        integers: Some(veriframe::Integers::Wrapping),
        ..Options::default()
    });
    workspace.set("Main.java", text.as_str());
    let request = RunRequest {
        contracts: false,
        ..request()
    };
    let mut printed = Vec::new();
    let report = workspace
        .load()
        .run(&request, &Stop::default(), &mut |text| {
            printed.extend_from_slice(text);
            true
        });
    let exception = match report.expect(&text).end {
        RunEnd::Returned => None,
        RunEnd::Violation(_, exception) => exception,
        other => panic!("{text}: {other:?}"),
    };
    (String::from_utf8(printed).unwrap(), exception)
}

#[test]
fn corner_cases_print_what_they_print_in_java() {
    let cases = [
        (
            "",
            "int w = 0; do { w++; if (w == 1) continue; w = 7; } while (w < 1); System.out.print(w);",
            "1",
        ),
        // Equal texts that are constants are one object, so their comparison is a constant.
        (
            "static final boolean SAME = \"a\" == \"a\", OTHER = \"a\" != \"b\"; enum E { X, Y }",
            "boolean b = true; final String s = \"a\"; System.out.print(\"\" \
             + (b ? (\"a\" == s ? 66 : 1) : 'c') + (b ? (E.X == E.X ? 66 : 1) : 'c') + SAME + OTHER);",
            "B66truetrue",
        ),
        (
            "",
            "System.out.print(Integer.sum(2147483647, 1) + \" \" + Math.abs(-2147483648));",
            "-2147483648 -2147483648",
        ),
        (
            "",
            "System.out.print(\"\" + (args.length == 0 ? 65 : 'c') + (args.length == 0 ? 65536 : 'c'));",
            "A65536",
        ),
        (
            "static class A { int a = this.b; final int b = 7; A() { System.out.print(f()); } int f() { return a; } }
             static class B extends A { final int c = -3; final String d = \"d\"; int f() { return c + d.length(); } }",
            "System.out.print(new A().a + new B().a);",
            "7-214",
        ),
        (
            "static class A { A() { System.out.print(f()); } String f() { return null; } }
             static class B extends A { final String d = (1 < 2 ? \"d\" : \"e\"); String f() { return d; } }",
            "new B(); int i = args.length + 200; System.out.print(+((byte) i) + \",\" + ((byte) i >>> 32));",
            "d-56,-56",
        ),
        (
            "",
            "System.out.print((char) 55357); System.out.print((char) 56832); System.out.print((char) 55357);
             System.out.print('x'); System.out.print((char) 56832); System.out.print((char) 55357);",
            "\u{1f600}?x?",
        ),
    ];
    for (members, main, expected) in cases {
        let (printed, exception) = java(members, main);
        assert_eq!((printed.as_str(), exception), (expected, None), "{main}");
    }
}

#[test]
fn exceptions_are_those_of_java() {
    let cases = [
        (
            "\"abc\".charAt(3);",
            "java.lang.StringIndexOutOfBoundsException",
        ),
        (
            "\"abc\".substring(2, 1);",
            "java.lang.StringIndexOutOfBoundsException",
        ),
        (
            "new ArrayList<String>().get(0);",
            "java.lang.IndexOutOfBoundsException",
        ),
        (
            "new ArrayList<String>().iterator().next();",
            "java.util.NoSuchElementException",
        ),
        (
            "Math.addExact(2147483647, 1);",
            "java.lang.ArithmeticException",
        ),
        (
            "int[] a = new int[1]; a[1]++;",
            "java.lang.ArrayIndexOutOfBoundsException",
        ),
        (
            "throw new IllegalStateException();",
            "java.lang.IllegalStateException",
        ),
    ];
    for (main, expected) in cases {
        let (_, exception) = java("", main);
        assert_eq!(exception.as_deref(), Some(expected), "{main}");
    }
}

#[test]
fn measures_of_recursive_calls_descend() {
    const MEMBERS: &str = "class M {
  ghost pure static int down(int n) decreases n; { return n = 0 ? 0 : down(n - 1); }
  ghost pure static int gcd(int a, int b) requires 0 <= a && 0 <= b; decreases a; { return b = 0 ? a : gcd(b, a % b); }
  pure static boolean even(int n) requires 0 <= n; decreases n; { return n = 0 || odd(n - 1); }
  pure static boolean odd(int n) requires 0 <= n; decreases n; { return n != 0 && even(n - 1); }
  pure static int ack(int m, int n) requires 0 <= m && 0 <= n; ensures 0 <= result; decreases m, n;
  { return m = 0 ? n + 1 : n = 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
  lemma static void good(int n) requires 0 <= n; decreases n; { if (0 < n) { good(n - 1); } }
  lemma static void bad(int n) decreases n; { if (n = 1) { bad(n); } }
}
";
    let cases = [
        ("assert M.gcd(9, 6) = 3;", None),
        ("assert M.gcd(6, 9) = 3;", Some(("termination", 3))),
        (
            "assert M.down(4) = 0; assert M.down(-1) = 0;",
            Some(("termination", 2)),
        ),
        (
            "assert M.even(6) && M.odd(7); boolean b := M.even(3);",
            None,
        ),
        ("int a := M.ack(2, 2); assert a = 7;", None),
        ("M.good(5); M.bad(0);", None),
        ("M.bad(1);", Some(("termination", 9))),
    ];
    for (main, expected) in cases {
        let found = violation(&format!("{MEMBERS}\n{main}\n"), &request());
        let found = found.as_ref().map(|(code, line)| (code.as_str(), *line));
        assert_eq!(found, expected, "{main}");
    }
}

/// The argument of an exception is not evaluated, nor its constructor run, so they must do nothing.
#[test]
fn an_exception_whose_argument_may_do_something_is_not_supported() {
    let ends = |thrown: &str, contracts: bool| {
        let text = format!(
            "class Main {{ static String f() {{ System.out.print(1); return null; }}
             static class Loud extends Error {{ Loud() {{ Main.f(); }} }}
             static class Below extends Loud {{ Below(int n) {{ }} }}
             static class Quiet extends Error {{ int n; Quiet(int n) {{ this.n = n; }} }}
             public static void main(String[] args) {{ int n = 0; throw new {thrown}; }} }}"
        );
        let request = RunRequest {
            contracts,
            ..request()
        };
        let end = run("Main.java", &text, &request).1.unwrap().end;
        matches!(end, RunEnd::Unsupported(_))
    };
    for harmless in [
        "Error()",
        "Error(\"f(): /\\\"\" + n + 'c')",
        "Error(\"\" + (n + 1))",
        "Quiet(n)",
    ] {
        assert!(!ends(harmless, false), "{harmless}");
    }
    for other in [
        "Error(f())",
        "Error(\"\" + 1 / n)",
        "Error(\"\" + n++)",
        "Error(args[0])",
        "Loud()",
        "Below(2)",
    ] {
        assert!(ends(other, false), "{other}");
        // As for `verify`, it is an error that `throw` is reached.
        assert!(!ends(other, true), "{other}");
    }
}

#[test]
fn whether_equal_strings_are_one_object_is_told_only_where_it_is_known() {
    let known = "String a = \"ab\"; String b = a + args.length; String c = b;
        System.out.print(a == \"ab\"); System.out.print(b == c); System.out.print(b == a);
        System.out.print(a.substring(0) == a); System.out.print(a.concat(\"\") == a);";
    assert_eq!(java("", known).0, "truetruefalsetruetrue");
    let text = "class Main { public static void main(String[] args) {
        String a = \"a\" + args.length; String b = \"a\" + args.length; boolean c = a == b; } }";
    let report = run("Main.java", text, &request()).1.unwrap();
    assert!(
        matches!(report.end, RunEnd::Unsupported(_)),
        "{:?}",
        report.end
    );
}

#[test]
fn iterators_give_the_elements_of_a_list_that_does_not_change() {
    let main =
        "ArrayList<String> l = new ArrayList<>(); l.add(\"a\"); l.add(0, \"b\"); l.add(\"c\");
        for (int i = 0; i < 2; i++) {
          Iterator<String> it = l.iterator();
          while (it.hasNext()) System.out.print(it.next());
          l.remove(0);
        }";
    assert_eq!(java("", main), ("bacac".to_owned(), None));
    let text = "import java.util.*;
      class Main { public static void main(String[] args) {
        ArrayList<String> l = new ArrayList<>(); l.add(\"a\"); Iterator<String> it = l.iterator();
        l.add(\"b\"); l.remove(1); it.next(); } }";
    let off = RunRequest {
        contracts: false,
        ..request()
    };
    let report = run("Main.java", text, &off).1.unwrap();
    assert!(
        matches!(report.end, RunEnd::Unsupported(_)),
        "{:?}",
        report.end
    );
}

#[test]
fn elements_of_lists_and_maps_are_counted() {
    let small = RunRequest {
        contracts: false,
        memory: 100_000,
        ..request()
    };
    let program = |main: &str| {
        format!(
            "import java.util.*; class Main {{ public static void main(String[] args) {{ {main} }} }}"
        )
    };
    for main in [
        "ArrayList<String> l = new ArrayList<>(); while (true) l.add(0, \"x\");",
        "ArrayList<ArrayList<String>> a = new ArrayList<>();
         while (true) { ArrayList<String> l = new ArrayList<>(); a.add(l); l.add(\"x\"); }",
    ] {
        let report = run("Main.java", &program(main), &small).1.unwrap();
        match report.end {
            RunEnd::Bound(message) => assert!(message.contains("heap"), "{message}"),
            other => panic!("{main}: {other:?}"),
        }
    }
    let queue = "ArrayList<String> l = new ArrayList<>();
        for (int i = 0; i < 100000; i++) { l.add(\"x\"); l.remove(0); }";
    let report = run("Main.java", &program(queue), &small).1.unwrap();
    assert!(matches!(report.end, RunEnd::Returned), "{:?}", report.end);
}

/// A method with a contract owns what that gives it; a main routine without one may access
/// everything, also in loops.
#[test]
fn a_main_routine_without_a_contract_may_access_everything() {
    let text = "class Box {
  int v;
  //@ requires acc(v); ensures acc(v) && v == n;
  void set(int n) { v = n; }
  //@ requires b != null;
  static int reads(Box b) { return b.v; }
}
public class Main {
  public static void main(String[] args) {
    Box b = new Box();
    for (int i = 0; i < 3; i++) { b.v = b.v + i; b.set(b.v); }
    System.out.println(b.v);
    Box.reads(b);
  }
}";
    let (printed, report) = run("Main.java", text, &request());
    assert_eq!(printed, "3\n");
    let report = report.unwrap();
    assert!(report.permission_checks > 0);
    let RunEnd::Violation(found, _) = report.end else {
        panic!("{:?}", report.end);
    };
    assert_eq!(found.code, Code::InsufficientPermission);
}

#[test]
fn an_exception_has_its_message() {
    let cases = [
        (
            "throw new IllegalStateException(\"no more\");",
            Some("no more"),
        ),
        ("throw new IllegalStateException(\"no\" + 1);", Some("no1")),
        (
            "int n = 3; String s = \"x\"; throw new IllegalArgumentException(\"bad \" + n + s);",
            Some("bad 3x"),
        ),
        (
            "int n = 3; throw new IllegalArgumentException(\"bad \" + (n + 1));",
            None,
        ),
        (
            "int[] a = new int[2]; a[2] = 1;",
            Some("Index 2 out of bounds for length 2"),
        ),
        ("int n = 0; n = 1 / n;", Some("/ by zero")),
        ("int n = -1; int[] a = new int[n];", Some("-1")),
    ];
    for (body, expected) in cases {
        let text =
            format!("public class Main {{ public static void main(String[] args) {{ {body} }} }}");
        let report = run("Main.java", &text, &request()).1.unwrap();
        assert!(
            matches!(report.end, RunEnd::Violation(_, Some(_))),
            "{body}"
        );
        assert_eq!(report.message.as_deref(), expected, "{body}");
    }
}

#[test]
fn a_quoted_loop_is_not_cut() {
    let text = "int i := 0; while (i < 3) decreases i; { i := i + 1; }";
    let report = run("test.idf", text, &request()).1.unwrap();
    let RunEnd::Violation(found, _) = report.end else {
        panic!("{:?}", report.end);
    };
    let start = "`while (i < 3)`: ";
    assert!(found.message().starts_with(start), "{}", found.message());
}

#[test]
fn optional_values_run() {
    let text = "import java.util.Optional;
public class Main {
  public static void main(String[] args) {
    Optional<String> some = Optional.of(\"x\");
    Optional<String> none = Optional.empty();
    System.out.println(some.get() + some.isPresent() + none.isEmpty() + none.orElse(\"y\"));
    System.out.println(Optional.ofNullable(null).isPresent());
    none.get();
  }
}";
    for contracts in [true, false] {
        let request = RunRequest {
            contracts,
            ..request()
        };
        let (printed, report) = run("Main.java", text, &request);
        assert_eq!(printed, "xtruetruey\nfalse\n");
        let RunEnd::Violation(found, exception) = report.unwrap().end else {
            panic!("{printed}");
        };
        if contracts {
            assert_eq!(found.code, Code::Precondition)
        } else {
            assert_eq!(
                exception.as_deref(),
                Some("java.util.NoSuchElementException")
            );
        }
    }
}

#[test]
fn classes_below_a_built_in_one_have_fields_of_their_own() {
    let text = "import java.util.*;
      class Names extends ArrayList<String> { int first; Names next; int last = 5; }
      class More extends Names { boolean flag; }
      class Table extends HashMap<String, String> { String name; }
      class Main { public static void main(String[] args) {
        More l = new More();
        System.out.println(l.first + l.last); System.out.println(l.flag);
        System.out.println(l.next == null);
        l.add(\"a\"); l.first = 3; l.next = l; l.add(\"b\");
        System.out.println(l.size() + l.first); System.out.println(l.next == l);
        Table t = new Table(); t.put(\"k\", \"v\");
        System.out.println(t.name == null); System.out.println(t.size()); } }";
    let mut with_contracts = request();
    with_contracts.contracts = true;
    for request in [
        with_contracts,
        RunRequest {
            contracts: false,
            ..request()
        },
    ] {
        let (printed, report) = run("Main.java", text, &request);
        assert_eq!(printed, "5\nfalse\ntrue\n5\ntrue\ntrue\n1\n");
        assert!(matches!(report.unwrap().end, RunEnd::Returned));
    }
}

#[test]
fn a_constructor_gets_the_value_that_a_variable_has_before() {
    let text = "class Node { Node next; int id; \
          Node(Node n, int k) { this.next = n; this.id = k; } }
      class Main { public static void main(String[] args) {
        Node n = null; n = new Node(n, 7);
        System.out.println(n.next == null);
        n = new Node(n, n.id + 1);
        System.out.println(n.id); System.out.println(n.next.id); } }";
    let request = RunRequest {
        contracts: false,
        ..request()
    };
    let (printed, _) = run("Main.java", text, &request);
    assert_eq!(printed, "true\n8\n7\n");
}
