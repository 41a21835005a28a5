//! Programs that the front end refuses in part: the rest is verified, and no verdict relies on
//! refused code.

use super::{FileReport, Workspace};
use crate::stop::Stop;
use crate::verify::{MemberKind, Options, Status};
use std::collections::BTreeMap;

/// The names of verified, unknown and refused members.
fn verdicts(files: &[(String, String)]) -> [Vec<String>; 3] {
    let mut workspace = Workspace::new(Options::default());
    for (name, text) in files {
        workspace.set(name.clone(), text.clone());
    }
    let reports = workspace.load().check(&Stop::default(), &|_| ());
    let errors: usize = reports.iter().map(FileReport::front_end_errors).sum();
    let counts = reports.iter().map(FileReport::counts);
    let refused: usize = counts.map(|c| c.refused + c.refused_files).sum();
    assert!(errors > 0 && refused > 0, "{files:?}");
    let mut by_status: BTreeMap<Status, Vec<String>> = BTreeMap::new();
    for member in reports.into_iter().flat_map(|report| report.members) {
        // Default constructors are omitted unless verified.
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
        verdicts(&[("f.idf".to_owned(), text.to_owned())]),
        [verified, unknown, refused],
        "{text}"
    );
}

#[test]
fn an_error_among_statements_refuses_the_member_alone() {
    are(
        "class A { int x; predicate valid() { return acc(x); }
           void good() requires valid(); ensures valid(); { }
           void bad() requires valid(); ensures valid(); { nothing := 3; }
           void caller() requires valid(); ensures valid(); { bad(); } }",
        &["A.valid", "A.good", "A.caller"],
        &[],
        &["A.bad"],
    );
    are(
        "class A { void good() { } void bad(int[] a) { try { } finally { } } }",
        &["A.good"],
        &[],
        &["A.bad"],
    );
}

#[test]
fn an_error_in_a_declaration_refuses_the_member_and_what_names_it() {
    for member in [
        "void m() requires nothing; { }",
        "predicate m() { return nothing; }",
        "pure int m() { return nothing; }",
        "pure void m() { }",
        "void m(Nope n) { }",
        "void m(int a, int a) { }",
        "Nope m() { return null; }",
        "synchronized void m() { }",
        "native void m();",
        "final static strictfp void m() { }",
        "void m();",
        "static lemma void m();",
    ] {
        let text = format!(
            "class A {{ {member} void n() {{ }} }} class B {{ A a; void m() {{ }} }}
             class C extends A {{ void k(int m) {{ }} }} class D {{ void m() {{ }} }}"
        );
        are(&text, &["A.n", "B.m", "C.C", "D.m"], &["C.k"], &["A.m"]);
    }
}

#[test]
fn a_field_with_an_error_refuses_what_names_it() {
    for field in [
        "Nope f;",
        "int f := nope;",
        "transient int f;",
        "int f; int f;",
    ] {
        let text = format!(
            "class A {{ {field} int g; void m() requires acc(g); {{ g := 1; }}
                        void n() requires acc(this.f); {{ }} }}
             class B {{ int f; void v() requires acc(f); {{ f := 1; }}
                        void w() {{ A a := new A(); }} }}"
        );
        let [verified, unknown, _] = verdicts(&[("f.idf".to_owned(), text.clone())]);
        // Of two declarations, either may be meant.
        let (also_verified, also_unknown): (&[_], &[_]) = match field {
            "int f; int f;" => (&[], &["B.v"]),
            _ => (&["B.v"], &[]),
        };
        assert_eq!(verified, [&["A.m"], also_verified].concat(), "{text}");
        let expected = [&["A.n"], also_unknown, &["B.w"]].concat();
        assert_eq!(unknown, expected, "{text}");
    }
}

#[test]
fn any_other_error_refuses_its_file() {
    for text in [
        "class A { void m() { int x := := 3; } void n() { } }",
        "class A { void m() { static int x; } void n() { } }",
        "class A { void m() { super.k(); } void n() { } }",
    ] {
        are(text, &[], &[], &["A.m", "A.n"]);
    }
    // Here `extends` is not forgotten: the error is the statement's alone.
    are(
        "class B { } class A extends B { void m() { super.k(); } void n() { } }",
        &["A.n", "A.A"],
        &[],
        &["A.m"],
    );
}

#[test]
fn lemmas_that_may_call_each_other_prove_nothing() {
    are(
        "class A { lemma static void a() ensures false; { A.b(); }
           lemma static void b() ensures false; { A.a(); nothing := 1; }
           void m() { } }",
        &["A.m"],
        &["A.a"],
        &["A.b"],
    );
}

#[test]
fn an_unsupported_statement_of_java_refuses_its_method() {
    let text = "class A { int x;
        //@ requires acc(x); ensures acc(x) && x == 1;
        void good() { x = 1; }
        void bad() { Object o = () -> 1; }
        void bad2() { synchronized (this) { x = 1; } }
        void caller() { bad(); bad2(); } }";
    let files = [("A.java".to_owned(), text.to_owned())];
    let [verified, unknown, refused] = verdicts(&files);
    for name in ["A.good", "A.caller"] {
        assert!(verified.contains(&name.to_owned()), "{verified:?}");
    }
    assert!(unknown.is_empty(), "{unknown:?}");
    assert_eq!(refused, ["A.bad", "A.bad2"]);
}

#[test]
fn a_statement_that_was_not_read_is_no_missing_return() {
    for body in [
        "Runnable r = () -> { return; }; return 1;",
        "synchronized (this) { return 1; }",
        "int x = = 1; ",
    ] {
        let mut workspace = Workspace::new(Options::default());
        let text = format!("class A {{ int m() {{ {body} }} }}");
        workspace.set("A.java".to_owned(), text);
        let reports = workspace.load().check(&Stop::default(), &|_| ());
        let errors: usize = reports.iter().map(FileReport::front_end_errors).sum();
        assert_eq!(errors, 1, "{body}");
    }
}

/// The verdicts of fifty files, one of which has an error.
fn fifty(broken: &str) -> [Vec<String>; 3] {
    let class = |n: usize| {
        let text = format!("class C{n} {{ int v() {{ String s = \"\"; return {n}; }} }}");
        (format!("C{n}.java"), text)
    };
    let mut files: Vec<(String, String)> = (0..49).map(class).collect();
    files.push(("D.java".to_owned(), broken.to_owned()));
    verdicts(&files)
}

#[test]
fn one_broken_file_of_fifty_leaves_the_others() {
    for broken in [
        "class D { void m( { } String s; }",
        "class D { void m() { int x = = 1; } }",
        "class D { Nope n; void m() { } }",
    ] {
        let [mut verified, unknown, _] = fifty(broken);
        verified.retain(|name| name != "D.m");
        assert_eq!((verified.len(), unknown.len()), (49, 0), "{broken}");
    }
    // Members of the classes that it extends are not verified.
    let [verified, unknown, _] = fifty("class D extends C7 { C8 c; int v( { } }");
    assert_eq!((verified.len(), unknown), (48, vec!["C7.v".to_owned()]));
    // A class that is not the program's is no subtype of one that is.
    for broken in ["class D extends Nope { }", "class D extends { }"] {
        let [verified, ..] = fifty(broken);
        assert_eq!(verified.len(), 49, "{broken}");
    }
    // Names that are written with escapes may be any.
    let [verified, ..] = fifty("class D \\u0065xtends C1 { ");
    assert!(verified.is_empty());
}
