//! Contents that equations determine: programs of growing size are verified by the built-in prover,
//! with a number of queries in proportion to their size, and wrong ones are not.

use crate::support;

use support::{Program, each, options, run};
use veriframe::{Exit, Stats};

fn judged(name: &str, text: String) -> (Exit, Stats) {
    let program = Program {
        name: name.to_owned(),
        text,
    };
    let report = run(&program, &options(&program).unwrap()).1;
    (Exit::of(&report), report.stats())
}

/// Asserts that programs of two sizes are verified without Z3, with queries in proportion.
fn verifies_in_proportion(name: &str, text: impl Fn(usize) -> String) {
    let queries = [10, 40].map(|n| {
        let (exit, stats) = judged(name, text(n));
        assert_eq!(exit, Exit::Verified, "{name} of {n}");
        assert_eq!(stats.z3_checks, 0, "{name} of {n}");
        stats.queries
    });
    assert!(queries[1] <= 5 * queries[0] + 20, "{name}: {queries:?}");
}

fn refuses(name: &str, text: String) {
    assert_eq!(judged(name, text).0, Exit::NotVerified, "{name}");
}

/// How `pop` says what it does.
const BY_WORD: &str = "[result] ++ contents() = old(contents())";
const BY_INDEX: &str = "result = old(contents())[0] * contents() = old(contents())[1..]";

/// A stack, and what is done with it.
fn stack(pop: &str, body: &str) -> String {
    format!(
        "abstract class Stack {{
           predicate valid();
           ghost pure seq<int> contents() requires valid(); ;
           void clear() requires valid(); ensures valid() * contents() = []; ;
           void push(int v) requires valid(); ensures valid() * contents() = [v] ++ old(contents()); ;
           int pop() requires valid() * contents() != []; ensures valid() * {pop}; ;
           static void m(Stack s, int k)
             requires s != null * s.valid(); ensures s.valid();
           {{ {body} }}
         }}"
    )
}

fn pushes_and_pops(n: usize) -> String {
    let pushes = each(n, " ", |i| format!("s.push({i});"));
    let pops = each(n, " ", |i| {
        let i = n - 1 - i;
        format!("int a{i} := s.pop(); assert a{i} = {i};")
    });
    format!("s.clear(); {pushes} {pops} assert s.contents() = [];")
}

#[test]
fn pops_with_either_contract_are_verified() {
    for pop in [BY_WORD, BY_INDEX] {
        verifies_in_proportion("stack.idf", |n| stack(pop, &pushes_and_pops(n)));
    }
}

#[test]
fn what_is_below_known_elements_is_kept() {
    for pop in [BY_WORD, BY_INDEX] {
        let body = "ghost seq<int> t := s.contents(); s.push(k); s.push(2); int a := s.pop(); \
                    int b := s.pop(); assert a = 2; assert b = k; assert s.contents() = t;";
        assert_eq!(judged("stack.idf", stack(pop, body)).0, Exit::Verified);
    }
}

#[test]
fn wrong_uses_of_stacks_are_refused() {
    let bodies = [
        "s.clear(); s.push(1); s.push(2); int a := s.pop(); assert a = 1;",
        "s.clear(); s.push(1); int a := s.pop(); a := s.pop();",
        "s.clear(); s.push(1); s.push(2); int a := s.pop(); assert s.contents() = [2];",
        "s.clear(); s.push(1); int a := s.pop(); assert false;",
        "ghost seq<int> t := s.contents(); s.push(k); int a := s.pop(); assert t = [];",
        "s.push(k); int a := s.pop(); assert s.contents() = [];",
        // What holds in one branch does not hold after it.
        "s.clear(); if (k = 1) { s.push(1); } assert s.contents() = [1];",
        "s.clear(); if (k = 1) { s.push(1); } assert s.contents() = [];",
        "s.clear(); if (k = 1) { s.push(1); } else { s.push(2); } int a := s.pop(); assert a = 1;",
        // What holds before a loop does not hold in it.
        "s.clear(); while (k > 0) invariant s.valid(); decreases k; { s.push(k); k := k - 1; } \
         assert s.contents() = [];",
        // A condition of a quantifier holds for its values only.
        "assert forall int i :: (s.contents() = [i] ==> i = 1); ",
        "assert (k = 1 && s.contents() = [1]) || s.contents() != [1];",
    ];
    for pop in [BY_WORD, BY_INDEX] {
        for body in bodies {
            refuses(body, stack(pop, body));
        }
    }
}

/// Equations that determine nothing, or contradict each other.
#[test]
fn equations_are_no_more_than_they_say() {
    let with = |conditions: &str, claim: &str| {
        format!(
            "abstract class A {{
               predicate p();
               ghost pure seq<int> f() requires p(); ;
               ghost pure seq<int> g() requires p(); ;
               ghost pure set<int> h() requires p(); ;
               ghost pure map<int, int> l() requires p(); ;
               void m(ghost seq<int> s, ghost int x) requires p() * {conditions}; ensures p();
               {{ assert {claim}; }}
             }}"
        )
    };
    let right = [
        ("f() = [1] ++ g() * g() = [x]", "f() = [1, x]"),
        ("f() = g() * g() = s", "f() = s"),
        ("f() ++ [x] = s ++ [1] * x = 1", "f() = s"),
        ("[x] ++ f() = [1, 2, 3]", "x = 1 && f() = [2, 3]"),
        ("f() = g() ++ f()", "g() = []"),
        ("|f()| = 0", "f() = [] && f() ++ s = s"),
        ("|h()| = 0", "h() = set{}"),
        ("dom(l()) = set{}", "l() = map{}"),
        (
            "l() = map{1 := 2}[x := 3] * x != 1",
            "l()[1] = 2 && |dom(l())| = 2",
        ),
        ("[1] ++ f() = [2] ++ g()", "false"),
    ];
    for (conditions, claim) in right {
        let (exit, _) = judged("equations.idf", with(conditions, claim));
        assert_eq!(exit, Exit::Verified, "{conditions} ==> {claim}");
    }
    let wrong = [
        ("f() ++ g() = s", "f() = s"),
        ("f() = [1] ++ g()", "f() = [1]"),
        ("f() = g() ++ f()", "f() = []"),
        ("f() = f() ++ g() * g() = []", "false"),
        ("[x] ++ f() = s", "|s| = 1"),
        ("f() ++ [1] = [1] ++ f()", "f() = []"),
        ("f() ++ [1] = [1] ++ f()", "false"),
        ("f() = [x] * g() = [x]", "x = 0"),
        ("l() = map{1 := 2}[x := 3]", "l()[1] = 2"),
        ("l() = map{1 := 2}[x := 3]", "|dom(l())| = 2"),
        ("h() = set{1, x}", "|h()| = 2"),
        ("h() = set{1, 2} union h()", "h() = set{1, 2}"),
        ("|h()| = 1", "h() = set{1}"),
        ("x = 1 || x = 3 || x = 7", "x < 7"),
        ("x = 1 || x = 3 || x = 7", "x = 1 || x = 3"),
        ("x = 1 || s = []", "x = 1"),
    ];
    for (conditions, claim) in wrong {
        refuses(
            &format!("{conditions} ==> {claim}"),
            with(conditions, claim),
        );
    }
}

#[test]
fn disjunctions_bound_what_they_are_about() {
    let text = |n: usize| {
        let parameters = each(n, ", ", |i| format!("int x{i}"));
        let either = each(n, " * ", |i| format!("(x{i} = 1 || x{i} = 2)"));
        let sum = each(n, " + ", |i| format!("x{i}"));
        let most = 2 * n;
        format!(
            "class L {{ static void m({parameters}) requires {either}; {{ assert {sum} <= {most}; }} }}"
        )
    };
    verifies_in_proportion("disjunctions.idf", text);
    assert_eq!(judged("disjunctions.idf", text(320)).0, Exit::Verified);
    let off_by_one = text(40).replace("<= 80", "<= 79");
    refuses("disjunctions.idf", off_by_one);
}
