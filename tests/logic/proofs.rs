//! Proofs of the built-in prover by quantifier instances and theory lemmas: examples
//! for each, and goals that must not be proved. `terms.rs` tests the lemmas against
//! values.

use crate::formulas::{Case, Claim, Formulas, check};
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::time::Duration;
use veriframe::internals::logic::{Answer, Elem, Prover, Solver, Sort, Term};

/// What the solver decides without Z3: for what does not follow, it has a countermodel.
const DECIDED: [Case; 11] = [
    (
        "products have countermodels",
        "int x, y, z, v",
        "v == x * y
         2 < x
         x < z
         no v == y
         yes 2 < z",
    ),
    (
        "collections in snapshots do not stop countermodels",
        "snapshot s, t",
        "is_pair(s)
         is_seq(first(s))
         no first(s) == t",
    ),
    (
        "sequences have countermodels",
        "int x, i; seq s, t",
        "s == [x] ++ t
         no 1 <= |t|
         no s[1] == x
         no x in t
         no s == t
         yes |t| < |s|
         yes s[0] == x
         0 <= i < |t|
         yes s[i + 1] == t[i]
         no s[i] == t[i]",
    ),
    (
        "sequences of the same elements may be in different order",
        "seq s, t",
        "multiset(s) == multiset(t)
         |s| == 2
         s[0] == t[1]
         no s[0] == s[1]",
    ),
    (
        "slices differ outside of their bounds",
        "array a, b; int n, i",
        "restrict(a, 0, n) == restrict(b, 0, n)
         0 < i
         no 0 < n ==> a[i] == b[i]
         no a == b",
    ),
    (
        "sets, multisets and maps have countermodels",
        "int x, y; set s, t; multiset b, c; map m",
        "x in s
         no |s union t| == |s|
         no |t minus s| <= |s|
         yes x in s union t
         no |dom(m)| + 1 == |dom(m[x := y])|
         no |dom(m)| == |dom(m[x := y])|
         no m[x] == y
         no b[x] == (b intersect c)[x]",
    ),
    (
        "quantifiers hold within their bounds alone",
        "array a; int n, k",
        "forall i :: 0 <= i < n ==> 0 < a[i]
         0 <= k
         0 < n
         no 0 < a[k]
         no forall i :: 0 <= i < n + k ==> 0 < a[i]
         k < n
         yes 0 < a[k]",
    ),
    (
        "quotients have countermodels of whole numbers",
        "int x, y, z",
        "x + 1 < y
         no y <= x + quotient(y - x, 2)
         yes x < x + quotient(y - x, 2)
         z < quotient(y, 3)
         no z < quotient(x, 3)",
    ),
    (
        "what is equal to an empty part is left out",
        "seq s, t, e; multiset b, c, d",
        "s == t ++ e
         no s == t
         e == []
         yes s == t
         no s == e
         b == c union d
         d == multiset(e)
         yes b == c",
    ),
    (
        "what has an element is not empty",
        "int x, y; seq s; set t; multiset b",
        "yes multiset([]) != multiset([x]) union b
         no multiset([]) != b
         b == multiset([]) union multiset(s)
         no b == multiset([])",
    ),
    (
        "what cannot be listed is not taken for true",
        "int i",
        "forall i :: 0 < f(i)
         yes 0 < f(7)",
    ),
];

/// What the built-in prover proves, and what it must not prove.
const PROVED: [Case; 16] = [
    (
        "instances are made of what triggers match",
        "array a, b; int n, k",
        "forall i :: 0 <= i < n ==> 0 < a[i]
         no 0 < a[k]
         0 <= k < n
         yes 0 < a[k]
         no 1 < a[k]
         no 0 < b[k]
         a == b
         yes 0 < b[k]",
    ),
    (
        // Whatever is equal to an operand of a trigger is found by its uses, before and after
        // classes are merged.
        "matches are found by equal operands",
        "array a, b, c, d, e; int i, n",
        "e[i] < n
         forall j :: 0 <= j < n ==> n < a[j]
         0 <= i < n
         no false
         a == b
         no false
         b == c
         no false
         c == d
         no false
         d == e
         yes false",
    ),
    (
        "variables of triggers alone are matched",
        "int a, b, c",
        "forall k, j {f(k, j)} :: 0 <= g(k)
         no 0 <= g(a)
         no 0 <= g(b)
         f(a, c) == b
         yes 0 <= g(a)
         no 0 <= g(b)",
    ),
    (
        "a quantifier is proved for a value of which nothing is known",
        "array a; int n",
        "forall i :: 0 <= i < n ==> 0 < a[i]
         no forall i :: 0 <= i < n + 1 ==> 0 < a[i]
         0 < a[n]
         yes forall i :: 0 <= i < n + 1 ==> 0 < a[i]
         no forall i :: 0 <= i < n + 2 ==> 0 < a[i]
         no !(forall i :: 0 <= i < n + 2 ==> 0 < a[i])",
    ),
    (
        // A fact about all older references does not hold for all references.
        "quantifiers over references are denied of nothing made up",
        "ref o; new made",
        "f(o) == 0
         no forall r: ref :: r == made || f(r) == 0
         forall r: ref :: r == made || f(r) == 0
         no f(made) == 0",
    ),
    (
        "sequences are compared as words",
        "seq all, rest, more, other; int x, y, z",
        "all == [x] ++ rest
         rest == [y] ++ more
         rest == other ++ [z]
         yes all == [x] ++ other ++ [z]
         yes all == [x] ++ [y] ++ more
         no all == [y] ++ [x] ++ more
         no all == rest
         no all != [y] ++ [x] ++ more",
    ),
    (
        "a sequence that is a part of itself is no endless word",
        "seq s, t, u",
        "s == s ++ t
         no s == u
         no multiset(s) + multiset(t) == multiset(u)",
    ),
    (
        // One index may be outside, and the other inside.
        "an exchange of two elements keeps them within bounds alone",
        "seq s; int i, j",
        "no multiset(s) == multiset(s[i := s[j]][j := s[i]])
         0 <= i < |s|
         no multiset(s) == multiset(s[i := s[j]][j := s[i]])
         0 <= j < |s|
         yes multiset(s) == multiset(s[i := s[j]][j := s[i]])
         no multiset(s) == multiset(s[i := s[j]])",
    ),
    (
        "an update exchanges one element within bounds alone",
        "seq s; int i, v",
        "no multiset(s[i := v]) + multiset{s[i]} == multiset(s) + multiset{v}
         0 <= i < |s|
         yes multiset(s[i := v]) + multiset{s[i]} == multiset(s) + multiset{v}",
    ),
    (
        // For a negative `i` one slice is empty and the other is not.
        "slices grow by their next element",
        "array a; int i, v",
        "no a[0..i + 1] == a[0..i] ++ [a[i]]
         0 <= i
         yes a[0..i + 1] == a[0..i] ++ [a[i]]
         yes v in a[0..i] ==> v in a[0..i + 1]
         no v in a[0..i + 1] ==> v in a[0..i]",
    ),
    (
        "sets differ in some value",
        "set s, t; int v",
        "yes insert(s, v) union t == s union insert(t, v)
         yes s subset insert(s, v) union t
         no insert(s, v) union t subset s
         no insert(s, v) union t == s",
    ),
    (
        "sequences stay sorted without their first element",
        "int v; seq rest, all",
        "all == [v] ++ rest
         no forall i, j :: 0 <= i < j < |rest| ==> rest[i] <= rest[j]
         forall i, j :: 0 <= i < j < |all| ==> all[i] <= all[j]
         yes forall i, j :: 0 <= i < j < |rest| ==> rest[i] <= rest[j]",
    ),
    (
        "sequences stay sorted with a small element in front",
        "int v; seq rest, all",
        "all == [v] ++ rest
         forall i, j :: 0 <= i < j < |rest| ==> rest[i] <= rest[j]
         no forall i, j :: 0 <= i < j < |all| ==> all[i] <= all[j]
         |rest| == 0 || v <= rest[0]
         yes forall i, j :: 0 <= i < j < |all| ==> all[i] <= all[j]",
    ),
    (
        "products are equal by their factors",
        "int x, y, z",
        "yes x * y * z == y * (z * x)
         no x * x * y == x * (y * y)",
    ),
    (
        "products are equal by a known equation of a factor",
        "int x, y, p",
        "no p * p == x * x * (y * y)
         p == x * y
         yes p * p == x * x * (y * y)",
    ),
    (
        "elements at places that are near one another may be the same",
        "array a; int i, c",
        "0 < a[c]
         0 < a[c + 1]
         c <= i
         i <= c + 2
         no 0 < a[i]
         i <= c + 1
         yes 0 < a[i]",
    ),
];

/// Whether a goal follows from the facts; asking does not change them.
fn proves(formulas: &mut Formulas, goal: Term) -> bool {
    let mut prover = Prover::default();
    for &fact in &formulas.facts {
        prover.assume(&mut formulas.terms, fact);
    }
    let proved = prover.proves(&mut formulas.terms, goal);
    let again = prover.proves(&mut formulas.terms, goal);
    assert_eq!(again, proved, "asked again");
    assert!(!prover.in_conflict());
    proved
}

#[test]
fn the_solver_decides_without_z3() {
    check(&DECIDED, |claim| {
        let Claim { formulas, goal, .. } = claim;
        let mut solver = Solver::new(1_000_000, Vec::new());
        let path = formulas.path();
        let answer = solver.entails(&mut formulas.terms, &path, goal);
        let expected = if claim.follows {
            Answer::Yes
        } else {
            Answer::No
        };
        assert_eq!(answer, expected, "{}", claim.text);
        assert_eq!(solver.counters().z3_checks, 0, "{}", claim.text);
    });
}

#[test]
fn the_prover_proves_what_follows_and_nothing_else() {
    check(&PROVED, |claim| {
        let proved = proves(claim.formulas, claim.goal);
        assert_eq!(proved, claim.follows, "{}", claim.text);
    });
}

#[test]
fn triggers_without_a_variable_are_dropped_if_another_does_without() {
    let mut f = Formulas::new("int a, b");
    // A trigger does not prevent that a body without variables holds by itself.
    let closed = f.term("a == b");
    assert_eq!(f.term("forall k, j {f(k, j)} :: a == b"), closed);
    let alone = f.term("forall k {g(k)} :: 0 <= g(k)");
    assert_eq!(f.term("forall k, j {f(k, j)} {g(k)} :: 0 <= g(k)"), alone);
}

/// The processor time that this thread has used.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap()
}

/// The processor time to evaluate candidate countermodels.
fn time_of_candidates(formulas: &mut Formulas, goal: Term) -> Duration {
    let mut prover = Prover::default();
    for &fact in &formulas.facts {
        prover.assume(&mut formulas.terms, fact);
    }
    let start = thread_time();
    let candidates = prover.candidates(&mut formulas.terms, goal);
    for mut candidate in candidates {
        candidate.satisfies(&formulas.terms, formulas.facts.iter().copied());
    }
    thread_time() - start
}

#[test]
fn multisets_of_very_many_elements_are_not_listed() {
    let names = (1..14).flat_map(|at| [format!("b{at}"), format!("c{at}")]);
    let names = names.collect::<Vec<_>>().join(", ");
    let mut f = Formulas::new(&format!("int x, y; multiset {names}"));
    for (bag, end) in [("b", "x"), ("c", "y")] {
        f.know(&format!("{bag}1 == multiset{{{end}}} + multiset{{{end}}}"));
        for at in 1..13 {
            f.know(&format!("{bag}{} == {bag}{at} + {bag}{at}", at + 1));
        }
    }
    f.know("b13 == c13");
    let goal = f.term("x == 0");
    let time = time_of_candidates(&mut f, goal);
    assert!(time.as_millis() < 1000, "{time:?}");
}

#[test]
fn long_bodies_of_quantifiers_are_evaluated_less_often() {
    let mut f = Formulas::new("seq s; int x");
    f.know("|s| == 40");
    let updates = (0..39).fold(String::new(), |mut text, at| {
        let _ = write!(text, "[{at} := {at} * i + j]");
        text
    });
    f.know(&format!(
        "forall i, j :: 0 <= i < 40 && 0 <= j < 40 ==> s{updates} != s"
    ));
    let goal = f.term("x == 0");
    let time = time_of_candidates(&mut f, goal);
    assert!(time.as_millis() < 1000, "{time:?}");
}

/// Operands are ordered by the creation of terms. Terms created by a model search must
/// not influence the order.
#[test]
fn looking_for_a_model_leaves_no_terms() {
    let made = |asked: bool| {
        let mut f = Formulas::new("seq s, t");
        let same = f.term("multiset(s) == multiset(t)");
        let sorted = f.term("forall i :: 0 <= i < |s| ==> i <= s[i]");
        let equal = f.term("s == t");
        let mut prover = Prover::default();
        prover.assume(&mut f.terms, same);
        prover.assume(&mut f.terms, sorted);
        if asked {
            // The order of hash tables may change.
            let content = |prover: &Prover| {
                let text = format!("{prover:?}");
                // The steps are counted, not undone.
                let (text, _) = text.rsplit_once("steps: ").unwrap();
                let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
                words.retain(|word| !word.contains("fuel"));
                words.sort();
                words
            };
            let before = content(&prover);
            let mut found = prover.candidates(&mut f.terms, equal);
            assert!(content(&prover) == before, "something is left");
            let satisfied = found
                .iter_mut()
                .any(|model| model.satisfies(&f.terms, [same, sorted]));
            assert!(satisfied);
        }
        let later = [
            f.terms.fresh("x", Sort::Int),
            f.term("t[0]"),
            f.terms.fresh("?1", Sort::Seq(Elem::INT)),
        ];
        later.map(|t| format!("{t:?} {}", f.terms.text(t)))
    };
    assert_eq!(made(true), made(false));
}

#[test]
fn what_cannot_be_listed_is_not_satisfied() {
    let mut f = Formulas::default();
    f.know("forall i :: 0 < f(i)");
    let mut prover = Prover::default();
    prover.assume(&mut f.terms, f.facts[0]);
    let goal = f.term("7 < f(7)");
    for mut candidate in prover.candidates(&mut f.terms, goal) {
        assert!(!candidate.satisfies(&f.terms, [f.facts[0]]));
    }
}

/// A search looks at the nodes that a trigger can match alone: neither reads of other contents
/// nor quantifiers about contents that nothing reads use up its budget.
#[test]
fn unrelated_facts_do_not_use_up_the_budget() {
    let unread: Vec<String> = (0..100).map(|at| format!("a{at}")).collect();
    let mut f = Formulas::new(&format!("array b, other, {}; int k, n", unread.join(", ")));
    for array in &unread {
        f.know(&format!("forall i :: 0 <= i < n ==> 0 < {array}[i]"));
    }
    for index in 0..1000 {
        f.know(&format!("0 <= other[{index}]"));
    }
    f.know("forall i :: 0 <= i < n ==> 0 < b[i]");
    f.know("0 <= k < n");
    let goal = f.term("0 < b[k]");
    assert!(proves(&mut f, goal));
    let goal = f.term("0 < other[k]");
    assert!(!proves(&mut f, goal));
}
