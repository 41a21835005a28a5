//! Programs of which the front end refuses a part: the rest is verified, and nothing is
//! verified because of what is missing.

use super::check;
use crate::source::SourceMap;
use crate::verify::{MemberKind, Options, Status};
use std::collections::BTreeMap;

/// The members of a program by their verdicts: those that are verified, those that are
/// unknown, and those that are refused.
fn verdicts(name: &str, text: &str) -> [Vec<String>; 3] {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    if name.ends_with(".java") {
        crate::library::add_to(&mut sources);
    }
    let report = check::check(&sources, file, &Options::default());
    assert_ne!(report.front_end_errors(), 0, "{text}");
    assert!(report.counts().refused > 0, "{text}");
    let mut by_status: BTreeMap<Status, Vec<String>> = BTreeMap::new();
    for member in report.members {
        // Default constructors are of no interest here.
        if member.kind != MemberKind::Constructor || member.status == Status::Verified {
            by_status
                .entry(member.status)
                .or_default()
                .push(member.name);
        }
    }
    let of = |status| by_status.get(&status).cloned().unwrap_or_default();
    [Status::Verified, Status::Unknown, Status::Refused].map(of)
}

#[track_caller]
fn are(text: &str, verified: &[&str], unknown: &[&str], refused: &[&str]) {
    assert_eq!(
        verdicts("f.idf", text),
        [verified, unknown, refused],
        "{text}"
    );
}

#[test]
fn an_error_in_a_body_refuses_the_member_alone() {
    are(
        "class A { int x; predicate valid() { return acc(x); }
           void good() requires valid(); ensures valid(); { }
           void bad() requires valid(); ensures valid(); { nothing := 3; }
           void caller() requires valid(); ensures valid(); { bad(); }
           void above() requires valid(); ensures valid(); { caller(); } }",
        &["A.valid", "A.good", "A.above"],
        &["A.caller"],
        &["A.bad"],
    );
    are(
        "class A { void good() { } void bad() { int x := := 3; } void caller() { bad(); } }
         class B { void m() { } }",
        &["A.good", "B.m"],
        &["A.caller"],
        &["A.bad"],
    );
    are(
        "class A { void good() { } void bad(int[] a) { try { } } }",
        &["A.good"],
        &[],
        &["A.bad"],
    );
}

#[test]
fn a_contract_with_an_error_is_relied_on_by_nobody() {
    are(
        "class A { int x;
           void bad() requires acc(nothing); ensures acc(x); { }
           void caller() requires acc(x); ensures false; { bad(); }
           void other() { } }",
        &["A.other"],
        &["A.caller"],
        &["A.bad"],
    );
    // Nor by a contract that mentions it.
    are(
        "class A { int x; predicate p() { return acc(y); }
           predicate q() { return p(); }
           void m() requires q(); ensures false; { }
           pure int f() requires p(); { return 1; }
           void n() requires p() && f() = 2; ensures false; { }
           void other() { } }",
        &["A.other"],
        &["A.q", "A.m", "A.f", "A.n"],
        &["A.p"],
    );
}

#[test]
fn what_a_refused_override_would_change_is_unknown() {
    are(
        "class A { int x; predicate p() { return acc(x); } pure int f() { return 1; } }
         class B extends A { predicate p() { return acc(z); } pure int f() { return y; } }
         class C { void m(A a) { assert a.f() = 1; } void n() { } }",
        &["B.B", "C.n"],
        &["A.p", "A.f", "C.m"],
        &["B.p", "B.f"],
    );
    // A syntax error hides its text.
    are(
        "class A { pure int f() { return 1; } }
         class B extends A { pure int f() { return := ; } }
         class C { void m(A a) { assert a.f() = 1; } void n() { } }",
        &["C.n"],
        &["A.f", "C.m"],
        &["B.f"],
    );
}

#[test]
fn a_broken_class_is_relied_on_by_nobody() {
    // A supertype that does not exist, a field, a class that is not there.
    are(
        "class A extends Nowhere { void m() { } } class B extends A { void k() { } }
         class C { A a; void u() requires acc(a); ensures acc(a); { } void v() { } }",
        &["C.v"],
        &["A.m", "B.k", "C.u"],
        &[],
    );
    are(
        "class A { int int; static int f() ensures result = 1; { return 1; } }
         class C { void u() { int x := A.f(); assert x = 1; } void v() { } }",
        &["C.v"],
        &["A.f", "C.u"],
        &[],
    );
    are(
        "class A { void m() { } } clas B extends A { void m() { } }
         class C { void u(A a) { } void v() { } }",
        &["C.v"],
        &["A.m", "C.u"],
        &[],
    );
    // A constant leaves nothing behind but its name.
    are(
        "class A { static final int N := 1; }
         class B extends A { static final int N := := 2; }
         class C { void u() { assert B.N = 1; } void v() { } }",
        &["C.v"],
        &["C.u"],
        &[],
    );
}

#[test]
fn a_lemma_that_may_call_itself_proves_nothing() {
    are(
        "class A { lemma static void a() ensures false; { A.b(); }
           lemma static void b() ensures false; { A.a(); nothing := 1; }
           lemma static void c() ensures false; { A.a(); }
           void m() { } }",
        &["A.m"],
        &["A.a", "A.c"],
        &["A.b"],
    );
}

#[test]
fn statements_that_are_missing_are_not_verified() {
    are(
        "class A { void m() { } } int x := 1; assert 1 = ;",
        &["A.m"],
        &[],
        &["main"],
    );
    are(
        "class A { void m() { } } int x := y; x := 2;",
        &["A.m"],
        &[],
        &["main"],
    );
    // Brackets that do not match: nothing is known of the file.
    let [verified, ..] = verdicts(
        "f.idf",
        "class A { void m() { } } class B { void k() { ( } }",
    );
    assert!(verified.is_empty());
    let [verified, ..] = verdicts("f.idf", "class A { void m() { } } /* class B extends A { }");
    assert!(verified.is_empty());
}

#[test]
fn java_files_are_refused_in_parts() {
    let text = "class A { int x;
        //@ requires acc(x); ensures acc(x) && x == 1;
        void good() { x = 1; }
        void bad() { Object o = () -> 1; }
        void caller() { bad(); } }";
    let [verified, unknown, refused] = verdicts("A.java", text);
    assert!(verified.contains(&"A.good".to_owned()), "{verified:?}");
    assert_eq!([unknown, refused], [["A.caller"], ["A.bad"]]);
}

#[test]
fn one_broken_class_of_fifty_leaves_the_others() {
    let class = |n: usize| format!("class C{n} {{ void m() {{ assert 1 = 1; }} }}\n");
    let text: String = (0..49).map(class).collect();
    let [verified, unknown, _] = verdicts("f.idf", &format!("{text}class D {{ void m( {{ }} }}"));
    assert!(
        verified.is_empty() && unknown.is_empty(),
        "brackets do not match"
    );
    let [verified, unknown, _] =
        verdicts("f.idf", &format!("{text}class D {{ void m(int) {{ }} }}"));
    assert_eq!((verified.len(), unknown.len()), (49, 0));
}
