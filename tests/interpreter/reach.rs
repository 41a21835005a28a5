//! How far `veriframe test` reaches, as `docs/test.md` says it.

use std::time::Duration;
use veriframe::{Options, Stop, TestRequest, Workspace};

/// The number of violations that a search finds in this number of runs.
fn violations(member: &str, runs: u64) -> usize {
    let text = "class C {
  static void same(int[] a) requires acc(a.elems);
  {
    int n := 0;
    int i := 0;
    while (i < a.length) invariant acc(a.elems) * 0 <= i <= a.length;
    { if (a[i] = 7) { n := n + 1; } i := i + 1; }
    assert n < 16;
  }
  static void turns(int a)
  {
    int i := 0;
    while (i < a % 34) invariant 0 <= i; { i := i + 1; }
    assert i ≠ 32;
  }
  static void steps(int a)
  {
    int n := 0;
    int i := a;
    while (0 < i && i % 3 = 1) { i := i - 3; n := n + 1; }
    assert n < 32;
  }
}";
    let mut workspace = Workspace::new(Options::default());
    workspace.set("test.idf", text);
    let request = TestRequest {
        members: vec![member.to_owned()],
        time: Duration::from_secs(3600),
        runs,
        jobs: 1,
        depth: 5,
        with_regressions: false,
        input: Vec::new(),
    };
    let loaded = workspace.load();
    let report = loaded.test(&request, &Stop::default(), &|_, _, _| ());
    let members = report.unwrap().members;
    members.iter().map(|member| member.findings.len()).sum()
}

/// There are 65,536 paths through the loop over 16 elements, and one of them is wrong.
#[test]
fn all_elements_of_an_array_match() {
    assert_eq!(violations("C.same", 2_500), 1);
}

#[test]
fn loops_take_many_turns() {
    assert_eq!(violations("C.turns", 200), 1);
    assert_eq!(violations("C.steps", 200), 1);
}
