//! What a member may cost whose conditions cannot be decided, and what is said of quantified facts
//! that feed themselves.

use crate::support;

use support::{Program, run};
use veriframe::{Diagnostic, FileReport, Options, Status};

/// The limit of a query. The queries of a member may cost twice as much together.
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
