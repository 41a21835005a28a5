//! Members are run, explored and checked if nothing that was refused is reached.

use std::time::Duration;
use veriframe::{
    Aliases, BmcAnswer, BmcRefusal, BmcRequest, ExploreRequest, Loaded, Options, RunEnd,
    RunRefusal, RunRequest, Stop, TestRequest, Workspace,
};

fn loaded(text: &str) -> Loaded {
    let mut workspace = Workspace::new(Options::default());
    workspace.set("f.idf".to_owned(), text.to_owned());
    workspace.load()
}

/// What `explore` says of a member: the results of its leaves, or the message of a refusal.
fn explored(text: &str, member: &str) -> Result<Vec<String>, String> {
    let request = ExploreRequest {
        aliases: Aliases::default(),
        member: member.to_owned(),
        inputs: Vec::new(),
        from_contract: false,
        forks: 100,
        steps: 10_000,
        leaves: 100,
        rlimit: 1_000_000,
    };
    let report = loaded(text).explore(&request, &Stop::default());
    let report = report.map_err(said)?;
    let leaves = report.leaves.into_iter();
    Ok(leaves.map(|leaf| leaf.result.unwrap_or_default()).collect())
}

fn said(refusal: RunRefusal) -> String {
    match refusal {
        RunRefusal::Errors(_) => "errors".to_owned(),
        RunRefusal::DependsOnErrors { message, reports } => {
            assert!(!reports.is_empty());
            message
        }
        RunRefusal::Entry { message, .. } => message,
    }
}

/// What `bmc` answers.
fn checked(text: &str, member: &str) -> Result<bool, String> {
    let request = BmcRequest {
        member: member.to_owned(),
        unwind: 2,
        max_unwind: 3,
        scope: None,
        rlimit: 1_000_000,
        steps: 100_000,
        wants_formula: false,
        wants_program: false,
    };
    match loaded(text).bmc(&request, &Stop::default()) {
        Ok(report) => Ok(matches!(report.answer, BmcAnswer::Correct)),
        Err(BmcRefusal::Errors(_)) => Err("errors".to_owned()),
        Err(BmcRefusal::DependsOnErrors { message, .. }) => Err(message),
        Err(BmcRefusal::Member { message, .. }) => Err(message),
        Err(BmcRefusal::Solver(message)) => Err(message),
    }
}

/// What `run` prints.
fn run(text: &str, entry: &str) -> Result<String, String> {
    let request = RunRequest {
        entry: Some(entry.to_owned()),
        input: Vec::new(),
        args: Vec::new(),
        contracts: false,
        steps: 10_000,
        memory: 1_000_000,
    };
    let mut printed = Vec::new();
    let report = loaded(text).run(&request, &Stop::default(), &mut |text| {
        printed.extend_from_slice(text);
        true
    });
    let report = report.map_err(said)?;
    assert!(matches!(report.end, RunEnd::Returned), "{:?}", report.end);
    Ok(String::from_utf8(printed).unwrap())
}

const NEIGHBOUR: &str = "class A { static int good(int x) { return x + 1; }
    static int bad(int x) { return x ^ 3; }
    static int caller(int x) { return bad(x); }
    static int far(int x) { return caller(x); }
    static void fine() { int y := good(1); assert y = 2; } }";

#[test]
fn a_refused_neighbour_refuses_only_what_reaches_it() {
    assert_eq!(explored(NEIGHBOUR, "A.good"), Ok(vec!["x + 1".to_owned()]));
    assert_eq!(checked(NEIGHBOUR, "A.good"), Ok(true));
    assert_eq!(run(NEIGHBOUR, "A.fine"), Ok(String::new()));
    for member in ["A.caller", "A.far"] {
        let message = explored(NEIGHBOUR, member).unwrap_err();
        let begins = format!("`{member}` depends on `A.bad`, which was refused");
        assert!(message.starts_with(&begins), "{message}");
        assert_eq!(checked(NEIGHBOUR, member).unwrap_err(), message);
    }
    assert_eq!(explored(NEIGHBOUR, "A.bad").unwrap_err(), "errors");
    assert_eq!(checked(NEIGHBOUR, "A.bad").unwrap_err(), "errors");
    assert_eq!(checked(NEIGHBOUR, "A.none").unwrap_err(), "errors");
}

#[test]
fn tests_of_all_members_leave_out_those_that_reach_what_was_refused() {
    let request = TestRequest {
        members: Vec::new(),
        input: Vec::new(),
        time: Duration::from_secs(20),
        runs: 10,
        depth: 10,
        jobs: 1,
        with_regressions: false,
    };
    let report = loaded(NEIGHBOUR).test(&request, &Stop::default(), &|_, _, _| ());
    let report = report.unwrap();
    let names = |all: Vec<String>| all.join(" ");
    let tested = report.members.iter().map(|m| m.name.clone()).collect();
    assert_eq!(names(tested), "A.good A.fine");
    let untested = report.untested.iter().map(|m| m.name.clone()).collect();
    assert_eq!(names(untested), "A.bad A.caller A.far");
    assert!(report.untested.iter().all(|member| member.why.is_some()));
    assert!(!report.errors.is_empty());
    let named = TestRequest {
        members: vec!["A.far".to_owned()],
        ..request
    };
    let refused = loaded(NEIGHBOUR).test(&named, &Stop::default(), &|_, _, _| ());
    assert!(said(refused.unwrap_err()).contains("`A.bad`"));
}

#[test]
fn every_way_to_a_refused_member_is_found() {
    for (text, member) in [
        // By dispatch.
        (
            "class A { int f() { return 1; } static void m(A a) { if (a != null) {
               int x := a.f(); assert x = 1; } } }
             class B extends A { int f() { return 1 ^ 2; } }",
            "A.m",
        ),
        // By a constructor.
        (
            "class A { int x; A() { x := nothing; } static void m() { A a := new A();
               assert a.x = 0; } }",
            "A.m",
        ),
        // By a precondition, a postcondition, a predicate.
        (
            "class A { pure static bool p(int x) { return (x ^ 1) = 0; }
             static void m(int x) requires p(x); { assert false; } }",
            "A.m",
        ),
        (
            "class A { pure static bool p(int x) { return (x ^ 1) = 0; }
             static void m(int x) ensures p(x); { } }",
            "A.m",
        ),
        (
            "class A { int x; predicate p() { return acc(x) * nothing; }
             void m() requires p(); ensures p(); { } }",
            "A.m",
        ),
        // By the initialisation of static fields.
        (
            "class A { static int s := A.f(); pure static int f() { return 1 ^ 2; }
             static void m() { assert s = s; } }",
            "A.m",
        ),
        (
            "class A { static int s := nothing; static int t := 1;
             static void m() { int x := t; assert x = t; } }",
            "A.m",
        ),
        // By `super`, which decides for which receivers the member runs.
        (
            "class A { int n() { return 0; } int f() { int x := n(); assert x = 0; return x; } }
             class B extends A { Nope z; int n() { return 1; } int f() { return 2; }
               int g() { int x := super.f(); z := null; return x; } }",
            "A.f",
        ),
    ] {
        let refused = checked(text, member).unwrap_err();
        assert!(refused.contains("which was refused"), "{text}\n{refused}");
        let refused = explored(text, member).unwrap_err();
        assert!(refused.contains("which was refused"), "{text}\n{refused}");
    }
}

#[test]
fn declarations_that_a_member_does_not_reach_do_not_refuse_it() {
    for other in [
        "class B { static int s := nothing; }",
        "class B { int x; B() { x := nothing; } }",
        "class B { predicate p() { return nothing; } }",
        "class B { Nope n; void m(Nope n) { } }",
        "class B { void m() requires nothing; { } pure int p() { return nothing; } }",
    ] {
        let text = format!("class A {{ static int good(int x) {{ return x + 1; }} }} {other}");
        assert_eq!(
            explored(&text, "A.good"),
            Ok(vec!["x + 1".to_owned()]),
            "{text}"
        );
        assert_eq!(checked(&text, "A.good"), Ok(true), "{text}");
    }
}
