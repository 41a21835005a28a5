//! Self-tests of the variations, on the examples and on special programs.

use super::mirror;
use super::rename::Names;
use super::shuffle::{self, Keep};
use super::support::tree::parse;
use super::support::words::{Kind, tokens};
use super::support::{Program, programs, run};
use super::vary::{COUNT, Subject, Variation, differences};
use super::{Row, report, sample};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use veriframe::{Options, Status};

/// A self-test: panics on failure.
type Test = fn();

/// All self-tests.
pub fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 11] = [
        (
            "a renamed program is another one with the same tree",
            renaming,
        ),
        ("names with a meaning of their own stay", kept_names),
        ("another order has the same pieces", orders),
        (
            "variations differ from the program and from one another",
            variety,
        ),
        (
            "clauses that read what others give may stand before them",
            clauses,
        ),
        ("methods that descend by their order keep it", descent),
        (
            "a program that depends on its order is found out",
            found_out,
        ),
        ("another verdict or code is a difference", other_verdicts),
        ("Z3's seed takes effect and the budget stays", seeds),
        ("the sample tries all variations", samples),
        ("the last line has the totals", totals),
    ];
    tests
        .into_iter()
        .map(|(name, test)| {
            Trial::test(format!("stability::{name}"), move || {
                std::panic::catch_unwind(test).map_err(|_| Failed::from("see above"))
            })
        })
        .collect()
}

fn toy(text: &str) -> Program {
    Program {
        name: "toy.idf".to_owned(),
        text: text.to_owned(),
    }
}

fn subject(text: &str) -> Subject {
    Subject::new(toy(text), Options::default()).unwrap()
}

fn names_in(text: &str) -> BTreeSet<&str> {
    let words = tokens(text).into_iter();
    let words = words.filter(|token| token.kind == Kind::Word);
    words.map(|token| token.text).collect()
}

fn renaming() {
    for program in programs("examples") {
        let names = Names::new(&program.text, 1);
        let renamed = names.rename(&program.text);
        let tree = parse(&renamed);
        assert_ne!(tree, parse(&program.text), "{}", program.name);
        assert_eq!(names.undo(&renamed), program.text);
        let report = run(&toy(&renamed), &Options::default()).1;
        assert!(report.diagnostics.is_empty(), "{}", program.name);
        let left: Vec<&str> = names_in(&program.text)
            .intersection(&names_in(&renamed))
            .copied()
            .filter(|word| parse(&format!("class {word} {{}}")).is_ok())
            .collect();
        let kept = ["Object", "by", "choose", "length", "elems", "seq", "set"];
        assert!(left.iter().all(|word| kept.contains(word)), "{left:?}");
    }
}

fn kept_names() {
    let text = r#"class A { int elems; @Override static void main(String[] args)
        requires \old(elems) = 0x1F; { label l; Object o := s.length + "o A" // o
        ; } }"#;
    let renamed = Names::new(text, 3).rename(text);
    for kept in [
        "elems",
        "main(String[]",
        "Object",
        ".length",
        "@Override",
        r"\old",
        "0x1F",
        "\"o A\" // o",
    ] {
        assert!(renamed.contains(kept), "{kept}: {renamed}");
    }
    for new in ["A", "args", "l", "o", "s"] {
        assert!(!names_in(&renamed).contains(new), "{new}: {renamed}");
    }
}

fn orders() {
    let sorted = |text: &str| {
        let mut tokens: Vec<String> = tokens(text).iter().map(|t| t.text.to_owned()).collect();
        tokens.sort();
        tokens
    };
    let mut different = 0;
    for program in programs("examples") {
        let members = shuffle::members(&program.text, 1, Keep::Ordered);
        let clauses = shuffle::requires(&program.text, |_, count| (0..count).rev().collect());
        let operands = mirror::operands(&program.text, 1);
        for text in [members, clauses, operands] {
            assert_eq!(sorted(&text), sorted(&program.text), "{}", program.name);
            assert!(parse(&text).is_ok(), "{}", program.name);
            different += usize::from(text != program.text);
        }
    }
    assert!(different > programs("examples").len());
}

fn variety() {
    let subject = Subject::new(programs("examples").remove(0), Options::default()).unwrap();
    let all: BTreeSet<String> = (0..COUNT)
        .map(|number| subject.text(Variation::number(number)).0)
        .collect();
    assert_eq!(all.len(), COUNT);
    let conditions: BTreeSet<(u32, usize)> = (0..COUNT)
        .map(|number| {
            (
                Variation::number(number).seed,
                Variation::number(number).jobs,
            )
        })
        .collect();
    assert_eq!(conditions.len(), 10);
}

const CLAUSES: &str = "class Cell {
  int x;
  void zero(int n)
    requires acc(x);
    requires 0 ≤ n;
    requires x = n;
    ensures acc(x) * x = n;
  {}
}";

fn clauses() {
    let reversed = shuffle::requires(CLAUSES, |_, count| (0..count).rev().collect());
    let report = run(&toy(&reversed), &Options::default()).1;
    assert_eq!(report.members[0].status, Status::Verified);

    let mut subject = subject(CLAUSES);
    let mut others = 0;
    for number in 0..COUNT {
        let variation = Variation::number(number);
        assert_eq!(subject.compare(variation).unwrap().1, Vec::<String>::new());
        let order = Variation {
            names: None,
            ..variation
        };
        others += usize::from(subject.text(order).0 != CLAUSES);
    }
    assert!(others > 0, "there are other orders");
}

/// `even` comes first: its calls need not decrease a measure of `odd`.
const DESCENT: &str = "class Node {
  int x;
  Node next;
  predicate list() { return acc(x) * acc(next) * (next ≠ null ==> next.list()); }
  pure boolean even() requires list(); { return next = null ? true : next.odd(); }
  pure boolean same() requires list(); { return even(); }
  pure boolean odd() requires list(); { return next = null ? false : next.same(); }
}";

fn descent() {
    let mut subject = subject(DESCENT);
    assert!(
        subject
            .original
            .verdicts
            .iter()
            .all(|v| v.1 == Some(Status::Verified))
    );
    for number in 0..COUNT {
        assert_eq!(
            subject.compare(Variation::number(number)).unwrap().1,
            Vec::<String>::new()
        );
    }
}

fn found_out() {
    let original = subject(DESCENT).original.verdicts;
    let changed = (0..COUNT as u64).filter(|&seed| {
        let text = shuffle::members(DESCENT, seed, Keep::Nothing);
        !differences(&original, &subject(&text).original.verdicts).is_empty()
    });
    assert!(changed.count() > 0, "`same` must stand after `even`");
}

fn other_verdicts() {
    let right = subject("class A { void m() { assert true; } } assert true;").original;
    let wrong = subject("class A { void m() { assert false; } } assert true;").original;
    let other = subject("class A { void m() { A a; a.m(); } } assert true;").original;
    let fewer = subject("class A { void m() {} }").original;
    assert!(differences(&right.verdicts, &right.verdicts).is_empty());
    assert_eq!(
        differences(&right.verdicts, &wrong.verdicts),
        [
            "without it, A.m is Verified []",
            "with it, A.m is Failed [assert:may-not-hold]"
        ]
    );
    assert!(!differences(&wrong.verdicts, &other.verdicts).is_empty());
    assert!(!differences(&right.verdicts, &fewer.verdicts).is_empty());
}

/// Five distinct numbers below four: an unsatisfiable case analysis.
const PIGEONS: &str = "class A {
  static void m(int a, int b, int c, int d, int e)
    requires 0 ≤ a < 4 && 0 ≤ b < 4 && 0 ≤ c < 4 && 0 ≤ d < 4 && 0 ≤ e < 4;
    requires a ≠ b && a ≠ c && a ≠ d && a ≠ e && b ≠ c && b ≠ d && b ≠ e;
    requires c ≠ d && c ≠ e && d ≠ e;
    ensures false;
  {}
}";

fn seeds() {
    let count = |seed, rlimit| {
        let options = Options {
            seed,
            rlimit,
            ..Options::default()
        };
        Subject::new(toy(PIGEONS), options).unwrap().original
    };
    let found: Vec<_> = (0..5).map(|seed| count(seed, 0)).collect();
    assert!(found.iter().all(|f| f.verdicts == found[0].verdicts));
    let counts: BTreeSet<u64> = found.iter().map(|f| f.rlimit).collect();
    assert!(counts.len() > 1, "no seed changes anything: {counts:?}");
    assert_eq!(found[1].rlimit, count(1, 0).rlimit, "a seed is a seed");
    let unknown = count(1, 100).verdicts;
    assert_eq!(unknown[0].1, Some(Status::Unknown));
}

fn samples() {
    let names = (0..COUNT).map(|n| format!("examples/{}.idf", char::from(b'a' + n as u8)));
    let numbers: BTreeSet<usize> = names.flat_map(|name| sample(&name)).collect();
    assert_eq!(numbers.len(), COUNT);
    assert_eq!(sample("a"), sample("a"));
}

fn totals() {
    let row = |program: &str, counts: &[u64], changes: usize| Row {
        program: program.to_owned(),
        changes: vec!["change".to_owned(); changes],
        counts: counts.to_vec(),
    };
    let text = report(&[row("a", &[10, 20, 40], 1), row("b", &[0, 0, 0], 0)]);
    let last = "2 programs, 6 runs, 1 changed verdicts; \
                resource count 20 (sum of the medians); largest max/min 4.00 (a)";
    assert_eq!(text.lines().last(), Some(last));
}
