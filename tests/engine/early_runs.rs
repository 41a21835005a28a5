//! Runs while a proof is under way: what a run violates is not put to Z3, and no verdict of a member
//! depends on what others do.

use crate::support;

use support::{Program, program, root, run};
use veriframe::{FileReport, Options, Status};

fn judged(program: &Program) -> FileReport {
    let options = Options {
        explain: false,
        ..Options::default()
    };
    run(program, &options).1
}

fn of(text: &str) -> FileReport {
    judged(&Program {
        name: "runs.idf".to_owned(),
        text: text.to_owned(),
    })
}

#[test]
fn what_a_run_violates_is_not_put_to_z3() {
    let wrong = root().join("tests/verify/programs/wrong");
    for name in [
        "two_way_sort_lost_element",
        "prefix_sums_not_added",
        "heap_sort_smaller_child",
        "isqrt_wrong_comparison",
    ] {
        let report = judged(&program(&wrong.join(format!("{name}.idf"))));
        assert_eq!(report.stats().z3_checks, 0, "{name}");
        let failed = |m: &veriframe::MemberOutcome| m.status == Status::Failed;
        assert_eq!(report.members.iter().filter(|m| failed(m)).count(), 1);
    }
}

/// A method whose conditions need Z3, with this body of what it calls.
fn caller(body: &str) -> String {
    format!(
        "class C {{
  static int half(int n)
    requires 0 <= n;
    ensures 0 <= result && 2 * result <= n;
  {{ return {body}; }}

  static void user(int a, int b, int c)
    requires 2 <= a && a <= b && b <= c;
  {{
    int h := C.half(a);
    assert (h + h) * b * c <= a * c * b && a * b <= b * c;
    assert forall int x, int y :: 0 <= x <= y && y <= h ==> x * x * x <= y * h * y + h * h * h;
  }}
}}
"
    )
}

#[test]
fn a_member_is_not_judged_by_what_others_do() {
    for (body, status) in [("n / 2", Status::Verified), ("n", Status::Failed)] {
        let report = of(&caller(body));
        let statuses: Vec<Status> = report.members.iter().map(|m| m.status).collect();
        // A run of `user` with the wrong body violates its first assertion.
        assert_eq!(statuses, [status, Status::Verified]);
        assert!(report.members[1].stats.z3_checks > 0);
    }
}

#[test]
fn only_inputs_that_meet_the_precondition_count() {
    let report = of("class C {
  static void cubes(int a, int h)
    requires 3 <= a && a <= h;
  {
    assert forall int x, int y :: 0 <= x <= y && y <= h ==> x * x * x <= y * h * y + h * h * a;
    assert a * a * a >= 27;
  }
}
");
    assert_eq!(report.members[0].status, Status::Verified, "{report:?}");
}

#[test]
fn of_a_condition_with_parts_each_is_judged() {
    // A run violates the second part: the first one is proved all the same.
    let report = of("class C {
  static void m(int[] a, int k)
    requires acc(a.elems) * (forall int i :: 0 <= i < a.length ==> 0 <= a[i]);
    ensures acc(a.elems);
    ensures (forall int i :: 0 <= i < a.length ==> 0 <= a[i]) && a.length * a.length < 2;
  {
    int i := 0;
    while (i < a.length)
      invariant acc(a.elems) * 0 <= i <= a.length;
      invariant forall int j :: 0 <= j < a.length ==> 0 <= a[j];
    { a[i] := a[i] * a[i] + a[i]; i := i + 1; }
  }
}
");
    let errors: Vec<String> = report.all_diagnostics().map(|d| d.message()).collect();
    assert_eq!(errors, ["`a.length * a.length < 2` might not hold here"]);
}
