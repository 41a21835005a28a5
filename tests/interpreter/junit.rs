//! The regression tests of Java programs: they compile, whatever packages, nesting and visibility
//! there are, and fail as long as the violation is there. JUnit is replaced by a stub with the
//! same names.

use crate::java_tests;
use crate::support;

use std::time::Duration;
use veriframe::{Options, Stop, TestReport, TestRequest, Workspace};

/// Tests a program, with regression tests.
fn tested(files: &[(&str, &str)], runs: u64) -> TestReport {
    let mut workspace = Workspace::new(Options::default());
    for (name, text) in files {
        workspace.set(*name, *text);
    }
    let request = TestRequest {
        members: Vec::new(),
        time: Duration::from_secs(3600),
        runs,
        jobs: 2,
        depth: 5,
        with_regressions: true,
        input: Vec::new(),
    };
    let stop = Stop::default();
    workspace
        .load()
        .test(&request, &stop, &|_, _, _| ())
        .unwrap()
}

const ACCOUNT: (&str, &str) = (
    "p/q/Account.java",
    "package p.q;

import java.util.List;

public class Account {
  private int balance; protected Account peer; enum Kind { X, Y } Kind kind; static int made;
  private static class Node { int value; Node next; char tag; final int base = 4; }
  private Node[] table;

  //@ requires acc(balance) && balance >= 0 && 0 <= n && n < 1000;
  //@ ensures acc(balance) && balance >= 0;
  //@ ensures \\result == old(balance) + n;
  public int take(int n) { balance -= n; return balance; }

  //@ requires a != null && acc(a.balance);
  static void small(Account a) { assert a.balance < 77; }

  static int array(int[] a, Kind k) {
    if (a != null && a.length > 2 && a[1] == 12 && k == Kind.Y) { return a[7]; }
    return 0;
  }

  private static int hidden(String s, char c, byte b, long l) {
    if (c == 'x' && s == null && b == 3 && l == 5) { return 1 / (c - 'x'); }
    return 2;
  }

  private static int nodes(Node n) {
    return n != null && n.next == n && n.tag == 'y' ? 1 / (n.value - 3) : 0;
  }

  private int tables() {
    if (table != null && table.length == 2 && table[1] != null) { return 1 / table[1].value; }
    return made;
  }

  static int many(Object o) { return o instanceof Account ? ((Account) o).balance / 0 : 0; }
  static int many(int[] o) { return o.length; }

  //@ requires acc(made);
  //@ ensures acc(made);
  Account(int n) { if (n == 9) { made = made / (n - 9); } }
}
",
);

#[test]
fn regression_tests_compile_and_fail() {
    if !support::tools::there_is_java("regression tests") {
        return;
    }
    let other = (
        "p/Other.java",
        "package p;
import p.q.Account;
class Other {
  static int of(Account a, Other b) { return a != null && b != null && a != null ? 1 / 0 : 0; }
}
",
    );
    let files = [ACCOUNT, other];
    let report = tested(&files, 300);
    let unwritten = report.members.iter().flat_map(|m| &m.findings);
    let unwritten: Vec<_> = unwritten.filter_map(|f| f.unwritten.as_ref()).collect();
    assert_eq!(unwritten, [""; 0]);
    let found = java_tests::ends(&files, &report);
    let arithmetic = "java.lang.ArithmeticException: / by zero";
    let index = "java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds for length 3";
    let wanted = [
        (
            "Account_take_postcondition_11",
            "java.lang.AssertionError: balance >= 0",
        ),
        (
            "Account_take_postcondition_12",
            "java.lang.AssertionError: \\result == old(balance) + n",
        ),
        ("Account_small_assert_16", "java.lang.AssertionError"),
        ("Account_array_index_out_of_bounds_19", index),
        ("Account_hidden_division_by_zero_24", arithmetic),
        ("Account_nodes_division_by_zero_29", arithmetic),
        ("Account_tables_division_by_zero_33", arithmetic),
        ("Other_of_division_by_zero_4", arithmetic),
    ];
    for (name, end) in wanted {
        let found = found.get(name).map(String::as_str);
        assert_eq!(found, Some(end), "{name}");
    }
    let passing = found.iter().filter(|(_, end)| *end == "passes");
    let passing: Vec<&String> = passing.map(|(name, _)| name).collect();
    // Java wraps around where `n.value - 3` overflows.
    assert_eq!(passing, ["Account_nodes_overflow_29"]);
}

/// What is in annotations only cannot be called, and the finding says so.
#[test]
fn members_of_annotations_have_no_test() {
    let text = "class C {
  //@ static pure int half(int n) { return 1 / n; }
}
";
    let report = tested(&[("C.java", text)], 20);
    let finding = &report.members[0].findings[0];
    assert!(finding.regression.is_none());
    let why = finding.unwritten.as_deref();
    assert_eq!(why, Some("the member exists in annotations only"));
}

/// A violation that Java does not notice is said to be one.
#[test]
fn what_java_does_not_notice_is_said() {
    let text = "class C {
  int v;
  //@ requires c != null;
  static int m(C c) { return c.v; }
}
";
    let report = tested(&[("C.java", text)], 20);
    let regression = report.members[0].findings[0].regression.as_ref().unwrap();
    let note = "Java does not notice this";
    assert!(regression.text.contains(note), "{}", regression.text);
}

/// What a predicate says of values is asserted, as deep as the heap goes.
#[test]
fn violated_predicates_are_asserted() {
    let predicates = (
        "P.java",
        "class P {
  int v; P next;
  //@ predicate valid() { return acc(v) * acc(next) * v >= 0 * (next != null ==> next.valid()); }
  //@ predicate at(int n) { return acc(v) * (let m := n + 1 in v < m); }
  //@ requires acc(v) * acc(next) * next == null;
  //@ ensures valid();
  void set(int n) { v = n; }
  //@ requires valid();
  //@ ensures valid();
  void deep() { if (next != null) { next.v = -3; } }
  //@ requires acc(v);
  //@ ensures at(n - 1);
  void below(int n) { v = n; }
  //@ requires acc(v) * acc(next);
  //@ ensures valid();
  void chain() {
    v = 1; next = new P(); next.v = 2; next.next = new P(); next.next.v = 3;
    next.next.next = new P(); next.next.next.v = -4;
  }
}
",
    );
    let collections = (
        "Q.java",
        "class Q {
  int v;
  //@ predicate valid() { return acc(v) * v in [1, 2]; }
  //@ requires acc(v);
  //@ ensures valid();
  void set(int n) { v = n; }
}
",
    );
    let report = tested(&[predicates, collections], 60);
    let findings = |name: &str| {
        let member = report.members.iter().find(|member| member.name == name);
        member.unwrap().findings.as_slice()
    };
    for (name, wanted) in [
        ("P.set", "(0L <= number(get(P.class, p0, \"v\")))"),
        (
            "P.deep",
            "(!((Object) get(P.class, p0, \"next\") != (Object) null) || holds1(",
        ),
        ("P.below", "Math.addExact("),
        ("P.chain", "assertTrue(holds1("),
    ] {
        let [finding] = findings(name) else {
            panic!("{name}: {:?}", findings(name).len());
        };
        let test = finding.regression.as_ref().unwrap();
        assert!(test.text.contains("assertTrue("), "{}", test.text);
        assert!(
            test.text.contains(wanted),
            "{wanted} is not in {}",
            test.text
        );
    }
    let [finding] = findings("Q.set") else {
        panic!("{:?}", findings("Q.set").len());
    };
    assert!(finding.regression.is_none());
    let why = finding.unwritten.as_deref().unwrap();
    assert!(why.contains("no words for the condition"), "{why}");
    if support::tools::there_is_java("regression tests") {
        let ends = java_tests::ends(&[predicates, collections], &report);
        assert_eq!(ends.len(), 4, "{ends:?}");
        for (name, end) in ends {
            assert!(end.starts_with("java.lang.AssertionError"), "{name}: {end}");
        }
    }
}

/// A cast of a contract converts in the test, too: without it the test would pass.
#[test]
fn conversions_of_contracts_are_conversions_of_tests() {
    if !support::tools::there_is_java("regression tests") {
        return;
    }
    let text = "class C {
  //@ ensures (byte) \\result == \\result;
  static int low(int n) { return n == 200 ? n : 0; }

  //@ ensures \\result == (char) (n + 1);
  static int letter(int n) { return n == -2 ? -1 : 0; }
}
";
    let files = [("C.java", text)];
    let report = tested(&files, 300);
    let found = java_tests::ends(&files, &report);
    let wanted = [
        (
            "C_low_postcondition_2",
            "java.lang.AssertionError: (byte) \\result == \\result",
        ),
        (
            "C_letter_postcondition_5",
            "java.lang.AssertionError: \\result == (char) (n + 1)",
        ),
    ];
    for (name, end) in wanted {
        let found = found.get(name).map(String::as_str);
        assert_eq!(found, Some(end), "{name}");
    }
}
