//! Bounds of a run: each ends in `unknown` with a message that names the bound, and leaves
//! the other members as they are.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use support::{Program, each, run};
use veriframe::{Code, Exit, FileReport, Integers, Options, Status};

/// Verifies a text with these options.
fn report(text: &str, options: &Options) -> FileReport {
    let program = Program {
        name: "bounded.idf".to_owned(),
        text: text.to_owned(),
    };
    run(&program, options).1
}

/// Queries that no engine answers, each with a member that verifies beside it.
const HARD: [(Integers, &str); 2] = [
    (
        Integers::Unbounded,
        "class T {
  static pure int id(int n) { return n; }
  static void hard(seq<int> s)
    requires forall int i :: {id(i)} exists int j :: {id(j)} id(j) > id(i);
  {
    assert id(0) = 0;
    assert exists int j :: {id(j)} id(j) >= 0 && (forall int i :: {id(i)} id(j) > id(i));
  }
  static void easy(int n) requires n > 0; ensures n != 0; { }
}
",
    ),
    (
        Integers::Wrapping,
        "class T {
  static pure int id(int n) { return n; }
  static void hard() { assert forall int i :: T.id(i) = i; }
  static void easy(int n) requires n > 0; ensures n != 0; { }
}
",
    ),
];

#[test]
fn all_attempts_at_a_query_share_its_resource_limit() {
    for (integers, text) in HARD {
        for limit in [50_000, 400_000] {
            let options = Options {
                rlimit: limit,
                integers: Some(integers),
                ..Options::default()
            };
            let report = report(text, &options);
            let hard = report.members.iter().find(|m| m.name == "T.hard").unwrap();
            assert_eq!(hard.status, Status::Unknown, "{text}");
            // The queries before the hard one cost little.
            let most = u64::from(limit) * 3 / 2;
            assert!(hard.stats.rlimit <= most, "{limit}: {:?}", hard.stats);
            let [diagnostic] = hard.diagnostics.as_slice() else {
                panic!("{:?}", hard.diagnostics);
            };
            assert_eq!(diagnostic.code, Code::Unknown);
            let notes = diagnostic.notes.join("\n");
            let cost = format!("in 4 attempts, at a limit of {limit}\n");
            assert!(
                notes.contains("the query cost ") && notes.contains(&cost),
                "{notes}"
            );
            let easy = report.members.iter().find(|m| m.name == "T.easy").unwrap();
            assert_eq!(easy.status, Status::Verified);
            assert_eq!(Exit::of(&report), Exit::NotVerified);
        }
    }
}

/// The largest number of paths of a member of a program that verifies.
fn paths_of_verified(text: &str) -> Option<u64> {
    let report = report(text, &Options::default());
    assert_eq!(Exit::of(&report), Exit::Verified);
    report.members.iter().map(|m| m.stats.paths).max()
}

/// A method with 2,048 paths that never meet, because each gives up other permissions, before
/// `n` branches of another path that can be merged.
fn separate_before_merged(n: usize) -> String {
    const LOST: usize = 11;
    let fields = each(LOST, "", |i| {
        format!("  int f{i};\n  void lose{i}() requires acc(f{i}); {{ }}\n")
    });
    let params =
        each(LOST, "", |i| format!(", boolean a{i}")) + &each(n, "", |i| format!(", boolean b{i}"));
    let access = each(LOST, "", |i| format!(" * acc(f{i})"));
    let separate = each(LOST, "", |i| {
        format!("    if (c && a{i}) {{ lose{i}(); }}\n")
    });
    let merged = each(n, "", |i| {
        format!("    if (!c && b{i}) {{ y := y + 1; }}\n")
    });
    format!(
        "class C {{\n  int y;\n{fields}  void m(boolean c{params})\n    requires acc(y) * y = 0{access};\n    \
         ensures acc(y) * 0 <= y <= {n};\n  {{\n{separate}{merged}  }}\n}}\n"
    )
}

#[test]
fn paths_that_never_meet_do_not_keep_others_from_being_merged() {
    let paths = paths_of_verified(&separate_before_merged(18));
    assert!(paths < Some(5_000), "the paths are separate");
}

/// A method with `n` pairs of an `open` and a `close` under equal conditions.
fn correlated(n: usize) -> String {
    let params = each(n, "", |i| format!(", boolean b{i}"));
    let pairs = each(n, "", |i| {
        format!(
            "    if (b{i}) {{ open p(); x := x + 1; }}\n    y := y + 1;\n    \
             if (b{i}) {{ close p(); }}\n"
        )
    });
    format!(
        "class C {{\n  int x;\n  int y;\n  predicate p() {{ return acc(x) * 0 <= x; }}\n  \
         void m(boolean a{params})\n    requires p() * acc(y) * y = 0;\n    \
         ensures p() * acc(y) * y = {n};\n  {{\n{pairs}  }}\n}}\n"
    )
}

#[test]
fn paths_that_differ_by_what_is_opened_meet_once_it_is_closed() {
    let paths = paths_of_verified(&correlated(18));
    assert!(paths < Some(100), "the paths are separate");
}
