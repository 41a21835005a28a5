//! Histories of confirmed failures: which are found, and that each, written behind its program and
//! run, ends in the failure. `VERIFRAME_REPLAYS=all cargo test --release --test interpreter
//! histories -- --nocapture` takes all programs instead of a sample, and prints the counts.

use crate::support;

use std::collections::BTreeMap;
use support::{Program, in_parallel, is_chosen, java_programs, options, programs, run};
use veriframe::{
    Diagnostic, History, MemberKind, Options, RunEnd, RunRequest, Severity, Stop, Workspace,
};

/// The folders whose programs are tried.
const FOLDERS: [&str; 3] = ["tests/verify", "tests/soundness", "tests/explained"];

fn program(name: &str, text: &str) -> Program {
    Program {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

/// The errors of members of a program, with what leads to them.
fn errors(program: &Program) -> Vec<(Diagnostic, Option<History>)> {
    let options = Options {
        jobs: 1,
        ..options(program).unwrap()
    };
    let (_, report) = run(program, &options);
    let all = report
        .members
        .into_iter()
        .flat_map(|member| member.diagnostics);
    let errors = all.filter(|d| d.severity == Severity::Error && !d.code.is_front_end());
    errors
        .map(|error| {
            let found = error.counterexample.as_ref();
            let history = found.and_then(|found| found.history.clone());
            (error, history)
        })
        .collect()
}

/// What leads to the only error of a program.
fn history(name: &str, text: &str) -> Option<History> {
    let mut found = errors(&program(name, text));
    assert_eq!(found.len(), 1, "{found:?}");
    let (error, history) = found.remove(0);
    let counterexample = error.counterexample.unwrap();
    assert_eq!(counterexample.replay.name(), "confirmed", "{text}");
    history
}

fn statements(name: &str, text: &str) -> String {
    match history(name, text) {
        Some(History::Made(statements)) => statements.join(" "),
        other => panic!("{other:?}\n{text}"),
    }
}

fn is_unreached(name: &str, text: &str) -> bool {
    matches!(history(name, text), Some(History::Unreached(1..)))
}

const LOT: &str = "class Lot { ghost set<int> plates; int cars;
  predicate valid() { return acc(plates) * acc(cars) * cars = |plates|; }
  Lot() ensures valid(); {}
  void park(int plate) requires valid(); ensures valid();
  { plates := plates union set{plate}; cars := cars + 1; } }";

const PRICE: &str = "class Price { int cents; predicate tag() { return acc(cents); }
  Price(int c) requires 0 <= c; ensures tag(); { cents := c; }
  void raise(int by) requires tag() * 0 <= by; ensures tag(); { cents := cents + by; }
  int shown() requires tag(); ensures tag() * 0 <= result; { return cents; } }";

#[test]
fn the_shortest_history_is_found() {
    let parked = statements("a.idf", LOT);
    let calls: Vec<&str> = parked.split("; ").collect();
    let [made, once, twice] = calls.as_slice() else {
        panic!("{parked}");
    };
    assert_eq!(*made, "Lot l := new Lot()");
    assert!(once.starts_with("l.park("), "{parked}");
    assert_eq!(format!("{once};"), *twice);
    let purse = "class Purse { int coins; int spent;
      predicate valid() { return acc(coins) * acc(spent) * 0 <= spent * spent <= coins; }
      Purse() ensures valid(); {}
      void earn(int n) requires valid() * 0 <= n; ensures valid(); { coins := coins + n; }
      void spend(int n) requires valid() * 0 <= n; ensures valid();
      { if (n <= coins) { spent := spent + n; } } }";
    let spent = statements("a.idf", purse);
    assert_eq!(spent.matches(';').count(), 4, "{spent}");
    assert!(
        spent.starts_with("Purse p := new Purse(); p.earn("),
        "{spent}"
    );
}

#[test]
fn arrays_are_made_by_the_caller() {
    let java = "class Find {
      //@ requires a != null * acc(a.elems, 1/2);
      //@ ensures acc(a.elems, 1/2);
      //@ ensures \\result == -1 ==> (forall int k :: 0 <= k && k < a.length ==> a[k] != x);
      static int find(int[] a, int x) {
        //@ invariant 0 <= i && i <= a.length * acc(a.elems, 1/2);
        //@ invariant forall int k :: 0 <= k && k < i ==> a[k] != x;
        for (int i = 0; i < a.length - 1; i++) { if (a[i] == x) return i; }
        return -1;
      }
    }";
    let found = statements("Find.java", java);
    assert!(found.starts_with("Find.find(new int[]{"), "{found}");
    let idf =
        "class Last { static int last(int[] a) requires a != null * acc(a.elems) * 0 < a.length;
      ensures acc(a.elems) * result = a[0]; { return a[a.length - 1]; } }";
    let found = statements("a.idf", idf);
    assert!(found.starts_with("int[] a := new int[2];"), "{found}");
    assert!(found.ends_with("Last.last(a);"), "{found}");
}

#[test]
fn states_that_no_history_makes_are_told() {
    assert!(is_unreached("a.idf", PRICE));
    // No main routine changes that which does not reach the failure.
    let with_main = format!("{PRICE} Price p := new Price(3); p.raise(2); int s := p.shown();");
    assert!(is_unreached("a.idf", &with_main));
    let stride = "class Stride {
      private int step;
      /*@ predicate valid() { return acc(step); } @*/
      //@ requires 1 <= s && s <= 100;
      //@ ensures valid();
      Stride(int s) { step = s; }
      //@ requires valid() * 0 <= way;
      //@ ensures valid();
      int steps(int way) { return way / step; }
    }";
    assert!(is_unreached("Stride.java", stride));
}

#[test]
fn a_main_routine_is_the_best_history() {
    let clamp = "class Clamp {
  //@ ensures \\result <= hi;
  static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
  public static void main(String[] args) {
    int a = clamp(5, 1, 9);
    int b = clamp(5, 9, 1);
  }
}";
    let Some(History::Main(place)) = history("Clamp.java", clamp) else {
        panic!("no history through main");
    };
    assert_eq!(place, "Clamp.java:6: clamp(5, 9, 1)");
    let lot = format!("{LOT}\nLot l := new Lot();\nl.park(1);\nl.park(1);");
    let Some(History::Main(place)) = history("a.idf", &lot) else {
        panic!("no history through main");
    };
    assert!(place.starts_with("a.idf:8: "), "{place}");
}

/// Callers assign what no predicate is about.
#[test]
fn fields_are_assigned_by_the_caller() {
    let cell = "class Cell { int n; Cell() ensures acc(n); {}
      void one() requires acc(n); ensures acc(n) * n != 7; {} }";
    let found = statements("a.idf", cell);
    assert_eq!(found, "Cell c := new Cell(); c.n := 7; c.one();");
}

/// What is full after some calls alike, of which there are too many to try all.
#[test]
fn calls_are_repeated() {
    let list = "class Box { int[] items; int count;
      predicate valid() { return acc(items) * acc(count) * items != null * acc(items.elems) *
        0 <= count <= items.length; }
      Box() ensures valid(); { items := new int[6]; }
      void add(int v) requires valid(); ensures valid();
      { items[count] := v; count := count + 1; } }";
    let found = statements("a.idf", list);
    assert_eq!(found.matches("b.add(").count(), 7, "{found}");
}

#[test]
fn access_that_callers_have_is_a_weak_contract() {
    let door = "class Count { int n; }
    class Door {
      boolean wide;
      //@ requires acc(wide) * c != null;
      //@ ensures acc(wide) * wide;
      void hit(Count c) { wide = true; c.n = 1; }
    }";
    assert!(matches!(
        history("Door.java", door),
        Some(History::Held(1..))
    ));
    let speed = "class Speed { int limit; pure int top() requires acc(limit); { return limit; } }
      class Car { Speed zone; int now;
      predicate valid() { return acc(zone) * acc(now) * acc(zone.limit, 1/2); }
      Car(Speed z) requires acc(z.limit, 1/2); ensures valid(); { zone := z; }
      boolean fast() requires valid(); ensures valid(); { int t := zone.top(); return t < now; } }
      Speed z := new Speed(); Car a := new Car(z); Car b := new Car(z); boolean f := a.fast();";
    let found = history("a.idf", speed);
    assert!(!found.is_some_and(|found| found.is_of_callers()));
}

/// Nothing is said where no caller can be run, and no search is endless.
#[test]
fn programs_without_histories_end() {
    let endless = "class Wait { int n; predicate valid() { return acc(n); }
      Wait() ensures valid(); { while (true) invariant acc(n); { n := n + 1; } }
      void one() requires valid(); ensures valid() * opening valid() in n = 1; {} }";
    assert_eq!(history("a.idf", endless), None);
    let private = "class Key { private int n; private Key() { n = 1; }
      //@ requires acc(n);
      //@ ensures acc(n) * n == 1;
      void one() { } }";
    assert_eq!(history("Key.java", private), None);
    let factory = "class Key { private int n;
      //@ ensures acc(n) * n == 2;
      private Key() { n = 2; }
      //@ ensures acc(\\result.n) * \\result.n == 2;
      static Key of() { return new Key(); }
      //@ requires acc(n);
      //@ ensures acc(n) * n == 1;
      void one() { } }";
    assert_eq!(
        statements("Key.java", factory),
        "Key k = Key.of(); k.one();"
    );
    let none = "class Cell { int n; void one() requires acc(n); ensures acc(n) * n = 1; {} }";
    assert_eq!(statements("a.idf", none), "Cell c := new Cell(); c.one();");
    let hidden = "abstract class Shape { int n;
      void one() requires acc(n); ensures acc(n) * n = 1; {} }";
    assert!(
        errors(&program("a.idf", hidden))
            .iter()
            .all(|(_, found)| found.is_none())
    );
    let below =
        "abstract class Shape { int n; void one() requires acc(n); ensures acc(n) * n = 1; {} }
      class Dot extends Shape { Dot() ensures acc(n); { super(); } }";
    let found = errors(&program("a.idf", below));
    assert!(!found.is_empty());
    let counter = "class Counter { static int n;
      static void up() requires acc(Counter.n) * 0 <= Counter.n; ensures acc(Counter.n) * Counter.n < 2;
      { Counter.n := Counter.n + 1; } }";
    assert_eq!(statements("a.idf", counter), "Counter.up(); Counter.up();");
}

#[test]
fn many_members_are_searched_within_bounds() {
    let mut text = String::from(
        "class Many { int n; predicate valid() { return acc(n); } Many() ensures valid(); {}\n",
    );
    for at in 0..40 {
        text += &format!(
            "void m{at}(int a, int b, int c) requires valid(); ensures valid(); {{ n := a * b + c + {at}; }}\n"
        );
    }
    text += "void bad(int a) requires valid(); ensures valid() * opening valid() in n != 987654321; {} }";
    let found = errors(&program("a.idf", &text));
    assert_eq!(found.len(), 1);
}

/// What a program with a history behind it runs into: the code, and the text of the place; `None` if
/// that is no program, as where a part of it was refused before.
fn end(program: &Program, statements: &[String]) -> Option<(String, String)> {
    let options = options(program).unwrap();
    let name = program.name.rsplit('/').next().unwrap();
    let (_, report) = run(program, &options);
    let mains = report.members.iter().filter(|m| m.kind == MemberKind::Main);
    let start = mains.map(|main| main.span.start as usize).min();
    let body = statements.join("\n");
    let (text, entry) = if name.ends_with(".java") {
        let main = format!(
            "\nclass HistoryOfCaller {{ public static void main(String[] args) {{\n{body}\n}} }}\n"
        );
        let entry = Some("HistoryOfCaller.main".to_owned());
        (format!("{}{main}", program.text), entry)
    } else {
        let end = start.unwrap_or(program.text.len());
        (format!("{}\n{body}\n", &program.text[..end]), None)
    };
    let mut workspace = Workspace::new(options);
    workspace.set(name, text);
    let loaded = workspace.load();
    let request = RunRequest {
        entry,
        args: Vec::new(),
        input: Vec::new(),
        contracts: true,
        steps: 1_000_000,
        memory: 64_000_000,
    };
    let report = loaded.run(&request, &Stop::default(), &mut |_| true);
    Some(match report.ok()?.end {
        RunEnd::Violation(found, _) => {
            let place = loaded.sources().text(found.span).to_owned();
            (found.code.name().to_owned(), place)
        }
        _ => ("no violation".to_owned(), String::new()),
    })
}

#[test]
fn histories_that_are_run_end_in_the_failure() {
    let all_of = std::env::var("VERIFRAME_REPLAYS").is_ok_and(|value| value == "all");
    let mut all: Vec<Program> = Vec::new();
    for folder in FOLDERS {
        all.extend(programs(folder));
        all.extend(java_programs(folder));
    }
    all.retain(|program| all_of || is_chosen(program, 8));
    let found = in_parallel(&all, |program| {
        let mut lines: Vec<(&str, String)> = Vec::new();
        for (error, history) in errors(program) {
            let counterexample = error.counterexample.as_ref();
            if counterexample.is_none_or(|found| found.replay.name() != "confirmed") {
                continue;
            }
            let said = history
                .as_ref()
                .map_or_else(String::new, ToString::to_string);
            let at = format!("{} {}: {said}", program.name, error.full_code());
            lines.push(match history {
                None => ("nothing is said", at),
                Some(History::Unreached(_)) => ("unreached", at),
                Some(History::Held(_)) => ("held", at),
                Some(History::Main(_)) => ("through main", at),
                Some(History::Made(statements)) => {
                    let (sources, _) = run(program, &options(program).unwrap());
                    let wanted = (
                        error.code.name().to_owned(),
                        sources.text(error.span).to_owned(),
                    );
                    match end(program, &statements) {
                        None => ("cannot be run", at),
                        Some(end) if end == wanted => ("made and run", at),
                        Some((code, place)) if code == wanted.0 => {
                            ("made and run, another place", format!("{at} -- {place}"))
                        }
                        Some(end) => ("wrong", format!("{at} -- {end:?}")),
                    }
                }
            });
        }
        lines
    });
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (what, line) in found.iter().flatten() {
        *counts.entry(what).or_default() += 1;
        println!("{what}: {line}");
    }
    println!("{counts:?}");
    let count = |name: &str| counts.get(name).copied().unwrap_or(0);
    assert_eq!(count("wrong"), 0);
    assert!(count("made and run") > 5, "{counts:?}");
}

/// Where no input of the search for inputs meets a precondition, or all end elsewhere.
#[test]
fn calls_confirm_what_inputs_do_not() {
    let queue = "class Ring { int[] items; int from; int count;
      predicate valid() { return acc(items) * acc(from) * acc(count) * items != null *
        acc(items.elems) * 0 <= from * from <= count * count <= items.length * 2 <= items.length *
        (forall int i :: 0 <= i < items.length ==> items[i] = 7 * i + 3 * items.length); }
      Ring(int n) requires 2 <= n <= 3; ensures valid();
      { items := new int[n]; int i := 0;
        while (i < n) invariant acc(items) * acc(items.elems) * items != null * items.length = n *
          0 <= i <= n * (forall int k :: 0 <= k < i ==> items[k] = 7 * k + 3 * n);
        { items[i] := 7 * i + 3 * n; i := i + 1; } }
      void add() requires valid(); ensures valid(); { count := count + 1; } }";
    let found = statements("a.idf", queue);
    assert!(found.ends_with("r.add(); r.add(); r.add();"), "{found}");
}
