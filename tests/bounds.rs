//! Bounds of a run: each ends in `unknown` with a message that names the bound, and leaves
//! the other members as they are.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use support::{Program, run};
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
