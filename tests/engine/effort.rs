//! What a member may cost whose conditions cannot be decided, and what is said of quantified facts
//! that feed themselves, and of failures with one cause.

use crate::support;

use std::path::Path;
use std::sync::Arc;
use support::{Program, run};
use veriframe::report::human::{self, Style, Verbosity};
use veriframe::{Diagnostic, FileReport, Hints, Options, QuantifierStats, Status};

/// The limit of a query; those of a member that are left open may cost half as much again together.
const LIMIT: u32 = 100_000;

/// A limit at which no search ends.
const LITTLE: u32 = 100;

/// A method with conditions that cannot be decided, behind a quantified fact that feeds itself.
fn undecided(conditions: usize, fact: &str, rlimit: u32) -> FileReport {
    let asserts = support::each(conditions, "\n", |at| {
        format!("    assert next[k] * k != {} + n;", at + 5)
    });
    let text = format!(
        "class Links {{
  static void m(int[] next, int n, int k)
    requires acc(next.elems) * 0 < n <= next.length * 0 <= k < n;
    requires forall int i :: 0 <= i < n ==> 0 <= next[i] < n;
    requires {fact};
    ensures acc(next.elems);
  {{
{asserts}
  }}
}}
"
    );
    let name = "links.idf".to_owned();
    let options = Options {
        rlimit,
        explain: false,
        ..Options::default()
    };
    run(&Program { name, text }, &options).1
}

/// A fact of which each instance makes the next one.
const FEEDING: &str = "forall int i :: 0 <= i < n ==> next[next[i]] * next[i] != next[i] * i + 2";

fn messages(report: &FileReport) -> Vec<String> {
    let of = |d: &Diagnostic| {
        let related = d.related.iter().map(|label| label.message());
        let notes = d.notes.iter().map(ToString::to_string);
        related.chain(notes).collect::<Vec<_>>()
    };
    report.all_diagnostics().flat_map(of).collect()
}

#[test]
fn undecided_conditions_cost_little_more_than_two() {
    let cost = |conditions| {
        let report = undecided(conditions, FEEDING, LIMIT);
        let member = &report.members[0];
        assert_eq!(member.status, Status::Unknown);
        let unknown = report.all_diagnostics().count();
        assert_eq!(unknown, conditions, "each is reported");
        member.stats.rlimit
    };
    let (few, many) = (cost(3), cost(24));
    let limit = u64::from(LIMIT);
    assert!(few > limit, "two queries may reach their limit: {few}");
    assert!(many < 4 * limit, "{many} units for 24 conditions");
    assert!(many - few < 2 * limit, "{few} units for 3, {many} for 24");
}

#[test]
fn a_fact_that_feeds_itself_is_named_with_its_trigger() {
    let said = messages(&undecided(1, FEEDING, LIMIT)).join("\n");
    let label =
        "an instance of this, for `i` by `next[i]`, makes `next[next[i]]`, which starts the next";
    assert!(said.contains(label), "{said}");
    assert!(said.contains("the trigger `{next[next[i]]}`"), "{said}");
    let twice = messages(&undecided(2, FEEDING, LIMIT)).join("\n");
    assert_eq!(twice.matches(label).count(), 1, "{twice}");
    // Two neighbours: no term of the body is a trigger.
    let sorted = "forall int i :: 0 <= i < n - 1 ==> next[next[i]] < next[i + 1] * next[i]";
    let said = messages(&undecided(1, sorted, LITTLE)).join("\n");
    assert!(said.contains("by `next[i]`, makes"), "{said}");
}

#[test]
fn a_fact_with_a_trigger_of_its_own_is_not_named() {
    let given = "forall int i :: {next[next[i]]} 0 <= i < n ==> next[next[i]] != next[i] * i + 1";
    let said = messages(&undecided(1, given, LITTLE)).join("\n");
    assert!(!said.contains("an instance of this"), "{said}");
}

/// A program with a trigger that ends a loop of quantified facts, and the trigger.
const PREVIOUS: (&str, &str) = (
    "tests/verify/rules/trigger_ends_a_loop.idf",
    "{previous[stack[i]]} ",
);

/// A limit at which it verifies with the trigger only.
const WITH_TRIGGER: u32 = 150_000;

#[test]
fn the_trigger_that_ends_a_loop_is_tried() {
    let (path, trigger) = PREVIOUS;
    let program = support::program(Path::new(path));
    let options = Options {
        rlimit: WITH_TRIGGER,
        hints: Hints::Quick,
        ..Options::default()
    };
    assert_eq!(
        run(&program, &options).1.members[1].status,
        Status::Verified
    );
    let text = program.text.replacen(trigger, "", 1);
    assert_ne!(text, program.text);
    let (sources, report) = run(&Program { text, ..program }, &options);
    let member = &report.members[1];
    assert_eq!(member.status, Status::Unknown);
    let hint = member.diagnostics.iter().find_map(|d| d.hint.as_ref());
    let hint = hint.unwrap();
    assert_eq!(
        hint.message,
        "it verifies with the trigger `{previous[stack[i]]}`"
    );
    let [(name, text)]: [(String, String); 1] = veriframe::with_edits(&sources, &hint.edits)
        .try_into()
        .unwrap();
    let mended = Program { name, text };
    assert_eq!(run(&mended, &options).1.members[1].status, Status::Verified);
}

#[test]
fn instances_are_counted_by_quantifier() {
    let (path, trigger) = PREVIOUS;
    let program = support::program(Path::new(path));
    let text = program.text.replacen(trigger, "", 1);
    let stats = Arc::new(QuantifierStats::default());
    let options = Options {
        listeners: vec![stats.clone()],
        explain: false,
        ..Options::default()
    };
    let listened = run(
        &Program {
            text: text.clone(),
            ..program.clone()
        },
        &options,
    )
    .1;
    assert_eq!(stats.error(), None);
    let table = stats.table();
    let feeding = "previous[stack[i]] = (i = 0 ? 0 : stack[i - 1] + 1)";
    let row = table.lines().find(|line| line.contains(feeding)).unwrap();
    let numbers: Vec<u64> = row
        .split_whitespace()
        .map_while(|n| n.parse().ok())
        .collect();
    let [builtin, z3, chain] = numbers[..] else {
        panic!("{row}")
    };
    assert!(builtin > 0 && z3 > 50 && chain > 3, "{row}");
    let quiet = Options {
        listeners: Vec::new(),
        ..options
    };
    let plain = run(&Program { text, ..program }, &quiet).1;
    let of = |report: &FileReport| -> Vec<_> {
        let members = report.members.iter();
        members
            .map(|m| (m.status, m.stats.rlimit, m.stats.queries))
            .collect()
    };
    assert_eq!(of(&listened), of(&plain));
}

/// The report on a program as a text for people.
fn text_of(text: &str, verbosity: Verbosity) -> String {
    let program = Program {
        name: "causes.idf".to_owned(),
        text: text.to_owned(),
    };
    let (sources, report) = run(&program, &Options::default());
    let style = Style {
        verbosity,
        ..Style::default()
    };
    human::file(&sources, &report, style)
}

#[test]
fn failures_of_one_cause_are_one_message() {
    let forgotten = "class Half {
  static void m(int[] a, int n)
    requires acc(a.elems, 1/2) * 2 < a.length * a[0] = 1 * a[1] = 2;
    ensures acc(a.elems, 1/2);
    ensures a[0] = 1;
    ensures a[1] = 2;
    ensures n = 0;
  {
    int i := 0;
    while (i < n)
      invariant acc(a.elems, 1/2) * 0 <= i;
    { i++; }
  }
}";
    let text = text_of(forgotten, Verbosity::Normal);
    assert_eq!(text.matches("error[").count(), 2, "{text}");
    assert!(
        text.contains("line 6, for the same reason: `a[1] = 2` might not hold"),
        "{text}"
    );
    let text = text_of(forgotten, Verbosity::Verbose);
    assert_eq!(text.matches("error[").count(), 3, "{text}");
    assert!(!text.contains("for the same reason"), "{text}");
}

#[test]
fn two_values_that_a_call_forgets_are_two_messages() {
    let text = text_of(
        "class Two {
  int a;
  int b;
  static void reads(Two o) requires acc(o.a, 1/2) * acc(o.b, 1/2);
    ensures acc(o.a, 1/2) * acc(o.b, 1/2);
  { }
  static void m(Two o)
    requires acc(o.a, 1/2) * acc(o.b, 1/2) * o.a = 1 * o.b = 2;
    ensures acc(o.a, 1/2) * acc(o.b, 1/2);
  {
    Two.reads(o);
    assert o.a = 1;
    assert o.b = 2;
  }
}",
        Verbosity::Normal,
    );
    assert_eq!(text.matches("error[").count(), 2, "{text}");
    let forgets = |name: &str| format!("this call forgets that `o.{name}` is `old(o.{name})`");
    for label in [forgets("a"), forgets("b")] {
        assert_eq!(text.matches(&label).count(), 1, "{text}");
    }
}
