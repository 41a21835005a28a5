//! Classes of one name in several packages, as in projects of any size: names mean what Java means by
//! them, and where Java would look in a package that is not there, nothing is guessed.

use crate::support;

use serde_json::Value;
use std::collections::BTreeMap;
use support::{folder, veriframe};

/// The verdicts of all members, and the messages.
fn verdicts(files: &[(&str, &str)]) -> (BTreeMap<String, String>, Vec<String>) {
    let folder = folder(files);
    let output = veriframe()
        .args(["verify", "--format", "json", "--explain", "off"])
        .arg(folder.path())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |of: &Value, key: &str| of[key].as_str().unwrap().to_owned();
    let members = report["members"].as_array().unwrap().iter();
    let members = members.map(|member| (text(member, "name"), text(member, "status")));
    let messages = report["diagnostics"].as_array().unwrap().iter();
    (
        members.collect(),
        messages.map(|message| text(message, "message")).collect(),
    )
}

fn account(package: &str, value: u8) -> String {
    format!(
        "package {package};\npublic class Account {{ private int n;\n  \
         //@ predicate valid() {{ return acc(n) * n == {value}; }}\n  \
         //@ ensures valid();\n  public Account() {{ n = {value}; }}\n  \
         //@ requires valid();\n  //@ ensures \\result == {value};\n  \
         public /*@ pure @*/ int get() {{ return n; }}\n}}\n"
    )
}

/// A class whose method says which number an account has.
fn user(head: &str, class: &str, value: u8) -> String {
    format!(
        "{head}\nclass U {{\n  //@ ensures \\result == {value};\n  static int get() {{ {class} a = \
         new {class}(); return a.get(); }}\n}}\n"
    )
}

/// What comes of a class beside two accounts, which have 1 and 2.
fn beside(head: &str, class: &str, value: u8) -> (String, Vec<String>) {
    let (one, two) = (account("p", 1), account("q", 2));
    let user = user(head, class, value);
    let (members, messages) = verdicts(&[
        ("p/Account.java", &one),
        ("q/Account.java", &two),
        ("u/U.java", &user),
    ]);
    for package in ["p", "q"] {
        for name in ["valid", "Account", "get"] {
            let name = format!("{package}.Account.{name}");
            assert_eq!(members.get(&name).unwrap(), "verified", "{name}: {head}");
        }
    }
    let verdict = members.get("U.get").cloned().unwrap_or_default();
    (verdict, messages)
}

#[test]
fn a_name_means_the_class_that_java_means() {
    for (head, class, value) in [
        ("package p;", "Account", 1),
        ("package q;", "Account", 2),
        ("package u; import p.Account;", "Account", 1),
        ("package u; import q.Account;", "Account", 2),
        // The import of a class hides that of the package, that of a package does not.
        ("package p; import q.Account;", "Account", 2),
        ("package p; import q.*;", "Account", 1),
        ("package u; import q.*;", "Account", 2),
        (
            "package u; import java.util.*; import p.Account;",
            "Account",
            1,
        ),
        ("package u;", "p.Account", 1),
        ("package u; import p.Account;", "q.Account", 2),
    ] {
        assert_eq!(beside(head, class, value).0, "verified", "{head} {class}");
        assert_eq!(beside(head, class, 3 - value).0, "failed", "{head} {class}");
    }
}

#[test]
fn nothing_is_guessed_of_names_that_no_import_gives() {
    for head in [
        "package u;",
        "package u; import p.*; import q.*;",
        "package u; import r.Account;",
        "package p; import r.Account;",
        "package u; import r.*;",
    ] {
        for value in [1, 2] {
            let (verdict, messages) = beside(head, "Account", value);
            assert_eq!(verdict, "refused", "{head}: {messages:?}");
        }
    }
    let (_, messages) = beside("package u;", "Account", 1);
    assert_eq!(messages, ["there is no class `Account`"; 2]);
}

#[test]
fn classes_of_the_library_are_those_of_their_package() {
    let file = |import: &str| {
        format!("{import}\nclass A {{ static void f() {{ List<A> l = new ArrayList<>(); }} }}\n")
    };
    for (import, verdict) in [
        ("import java.util.*;", "verified"),
        (
            "import java.util.List; import java.util.ArrayList;",
            "verified",
        ),
        ("import java.awt.*;", "refused"),
        ("import java.awt.List; import java.util.*;", "refused"),
        ("", "refused"),
    ] {
        let (members, messages) = verdicts(&[("A.java", &file(import))]);
        assert_eq!(
            members.get("A.f").unwrap(),
            verdict,
            "{import}: {messages:?}"
        );
    }
}

/// `java.util` has a class of this name, too, or `java.lang`: the nested class of another file is not meant.
#[test]
fn a_nested_class_elsewhere_is_not_what_a_package_may_have() {
    let outer = "package p; class Outer { static class Entry { int v; } }";
    let user =
        |import: &str| format!("package p; {import}\nclass U {{ static void f(Entry e) {{ }} }}\n");
    for import in ["import java.util.*;", ""] {
        let (members, _) = verdicts(&[("Outer.java", outer), ("U.java", &user(import))]);
        assert_eq!(members.get("U.f").unwrap(), "refused", "{import}");
    }
    let import = user("import p.Outer.Entry;");
    let (members, _) = verdicts(&[("Outer.java", outer), ("U.java", &import)]);
    assert_eq!(members.get("U.f").unwrap(), "verified");
}

/// Proofs of one class are not those of another one with the same name.
#[test]
fn each_class_has_proofs_of_its_own_in_the_cache() {
    let (one, two) = (account("p", 1), account("q", 2));
    let folder = folder(&[("p/Account.java", &one), ("q/Account.java", &two)]);
    let run = || {
        let output = veriframe()
            .args(["verify", "--cache", "cache", "."])
            .current_dir(folder.path())
            .output()
            .unwrap();
        (output.status.code(), support::said(&output))
    };
    for _ in 0..2 {
        let (code, text) = run();
        assert_eq!(code, Some(0), "{text}");
    }
    let wrong = two.replace("n == 2", "n == 1");
    support::write(folder.path(), &[("q/Account.java", &wrong)]);
    let (code, text) = run();
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn a_static_import_gives_a_member_its_simple_name() {
    let utils = "package p;\npublic class Utils {\n  public static final int SIZE = 7;\n  \
                 //@ ensures \\result == n;\n  public static int same(int n) { return n; }\n}\n";
    let other = "package p;\npublic class Other {\n  //@ ensures \\result == 0;\n  \
                 public static int same(int n) { return 0; }\n}\n";
    let uses = |imports: &str, more: &str| {
        format!(
            "package q; {imports}\nclass Uses {{\n  //@ ensures \\result == 7;\n  static int m() {{ return \
             same(7); }}\n{more}}}\n"
        )
    };
    let hiding = "  static int same(long n) { return 7; }\n";
    let size = "  //@ ensures \\result == SIZE;\n  static int size() { return SIZE; }\n";
    let cases = [
        ("import static p.Utils.same;", "", "verified"),
        ("import static p.Other.same;", "", "failed"),
        ("import static p.Utils.*;", "", "verified"),
        ("import static p.Utils.*;", size, "verified"),
        // What a class around declares hides it, whatever it takes.
        ("import static p.Utils.same;", hiding, "failed"),
        // One of a name goes before all of another class.
        (
            "import static p.Other.*; import static p.Utils.same;",
            "",
            "verified",
        ),
        (
            "import static p.Other.*; import static p.Utils.*;",
            "",
            "refused",
        ),
        (
            "import static p.Utils.*; import static p.Nowhere.*;",
            "",
            "refused",
        ),
        (
            "import static java.lang.Math.*; import static p.Utils.*;",
            "",
            "verified",
        ),
    ];
    for (imports, more, expected) in cases {
        let uses = uses(imports, more);
        let files = [
            ("Utils.java", utils),
            ("Other.java", other),
            ("Uses.java", uses.as_str()),
        ];
        let (members, messages) = verdicts(&files);
        let verdict = members.get("Uses.m").unwrap();
        assert_eq!(verdict, expected, "{imports} {messages:?}");
        assert_eq!(messages.is_empty(), expected == "verified", "{messages:?}");
    }
}

#[test]
fn a_static_import_is_one_message_and_the_class_beside_it_keeps_its_verdicts() {
    let one = account("p", 1);
    let tests = "package p; import static org.junit.Assert.assertEquals;\nclass Tests {\n  void \
                 t() { Account a = new Account(); assertEquals(1, a.get()); }\n}\n";
    let all = tests.replace("assertEquals;", "*;");
    for tests in [tests, &all] {
        let (members, messages) = verdicts(&[("Account.java", &one), ("Tests.java", tests)]);
        let expected = "a static import of a class that is not here is not supported yet";
        assert_eq!(messages, [expected]);
        assert_eq!(members.get("Tests.t").unwrap(), "refused");
    }
    // It says nothing of other files.
    let other = "package p; class Other { void o() { assertEquals(1, 1); } }\n";
    let files = [
        ("Account.java", one.as_str()),
        ("Tests.java", tests),
        ("Other.java", other),
    ];
    let (members, messages) = verdicts(&files);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(members.get("Other.o").unwrap(), "refused");
    for name in ["valid", "Account", "get"] {
        assert_eq!(members.get(&format!("Account.{name}")).unwrap(), "verified");
    }
}

/// A comment such as `/*/ a */` ends where Java ends it, so that all files are of one program.
#[test]
fn comments_before_a_package_are_comments() {
    let a = "/*/ a */\npackage q; public class A { /*@ pure @*/ public int f() { return 1; } }\n";
    let below = "/*/ b */\npackage p; public class B extends q.A { /*@ pure @*/ public int f() { \
                 return 2; } }\n";
    let user = "/*/ u */\npackage q; class U { //@ requires a != null;\n static void m(A a) { /*@ \
                assert a.f() == 1; @*/ } }\n";
    let (members, _) = verdicts(&[("q/A.java", a), ("p/B.java", below), ("q/U.java", user)]);
    assert_eq!(members.get("U.m").unwrap(), "failed");
    let information = "@Deprecated package q;\n";
    let modules = "module m { exports q; }\n";
    let (members, _) = verdicts(&[
        ("q/A.java", a),
        ("q/package-info.java", information),
        ("module-info.java", modules),
    ]);
    assert_eq!(members.get("A.f").unwrap(), "verified");
}

/// A class of the program has the name of a library's: files that import this one mean it.
#[test]
fn a_class_of_the_program_and_one_of_the_library_stand_side_by_side() {
    let own = "package p; public class Scanner {\n  //@ ensures \\result;\n  public boolean \
               hasNext() { return true; } }\n";
    let user = |head: &str| {
        format!(
            "{head}\nclass U {{\n  //@ requires s != null;\n  //@ ensures \\result;\n  static \
             boolean f(Scanner s) {{ return s.hasNext(); }} }}\n"
        )
    };
    for (head, verdict) in [
        ("package p;", "verified"),
        ("package u; import p.Scanner;", "verified"),
        ("package u; import p.*;", "verified"),
        ("package p; import java.util.*;", "verified"),
        ("package u; import java.util.Scanner;", "failed"),
        ("package p; import java.util.Scanner;", "failed"),
        ("package u; import java.util.*;", "failed"),
        ("package u;", "refused"),
    ] {
        let user = user(head);
        let (members, messages) = verdicts(&[("p/Scanner.java", own), ("u/U.java", &user)]);
        assert_eq!(members.get("U.f").unwrap(), verdict, "{head}: {messages:?}");
    }
}

/// The verdict of a member.
fn verdict(files: &[(&str, &str)], member: &str) -> String {
    let (members, messages) = verdicts(files);
    let found = members.get(member).cloned();
    found.unwrap_or_else(|| panic!("{member}: {members:?}, {messages:?}"))
}

#[test]
fn what_may_not_be_used_is_not_imported_with_its_package() {
    let calendar = "package p; class Calendar { public static final int MONDAY = 1; }\n";
    let user = "package q; import p.*; import java.util.*;\npublic class U {\n  //@ ensures \
                \\result == 1;\n  static int f() { return Calendar.MONDAY; }\n}\n";
    let files = [("p/Calendar.java", calendar), ("q/U.java", user)];
    assert_eq!(verdict(&files, "U.f"), "refused");
    let public = calendar.replace("class", "public class");
    let files = [("p/Calendar.java", public.as_str()), ("q/U.java", user)];
    assert_eq!(verdict(&files, "U.f"), "verified");
}

/// What only a package sees is not inherited through a class of another one (JLS 8.2).
#[test]
fn members_of_a_package_do_not_come_down_through_another_package() {
    let a =
        "package p; public class A { public A() {} static class K { static final int N = 1; } }\n";
    let b = "package q; public class B extends p.A { public B() {} }\n";
    let k = "package p; class K { static final int N = 2; }\n";
    let c = "package p; class C extends q.B {\n  //@ ensures \\result == 1;\n  static int f() { \
             return K.N; }\n}\n";
    let files = [
        ("p/A.java", a),
        ("q/B.java", b),
        ("p/K.java", k),
        ("p/C.java", c),
    ];
    assert_eq!(verdict(&files, "C.f"), "failed");
    let direct = c.replace("q.B", "A");
    let files = [("p/A.java", a), ("p/K.java", k), ("p/C.java", &direct)];
    assert_eq!(verdict(&files, "C.f"), "verified");
}

#[test]
fn an_inherited_class_does_not_hide_a_type_parameter() {
    let b = "package p; public class B { public static class T { } }\n";
    let g = "package p; public class G<T> extends B {\n  //@ ensures \\result == 1;\n  int h(Object \
             t) { return k((T) null); }\n  //@ ensures \\result == 1;\n  static int k(B.T t) { return \
             1; }\n  //@ ensures \\result == 2;\n  static int k(Object t) { return 2; }\n}\n";
    assert_ne!(
        verdict(&[("p/B.java", b), ("p/G.java", g)], "G.h"),
        "verified"
    );
}

/// A protected constructor is not seen by `new` in another package, nor a protected method by a
/// receiver that is no object of the subclass (JLS 6.6.2).
#[test]
fn a_choice_does_not_hang_on_protected_members_of_another_package() {
    let a = "package p; public class A {\n  //@ ensures \\result == 1;\n  protected int f(int x) { \
             return 1; }\n  //@ ensures \\result == 2;\n  public int f(long x) { return 2; }\n}\n";
    let s = "package q; public class S extends p.A {\n  //@ requires a != null;\n  //@ ensures \
             \\result == 1;\n  static int g(p.A a) { return a.f(1); }\n}\n";
    assert_eq!(
        verdict(&[("p/A.java", a), ("q/S.java", s)], "S.g"),
        "refused"
    );
}

/// Not all interfaces of the library's classes are declared, nor those of an `enum`.
#[test]
fn nothing_is_known_of_interfaces_that_the_library_does_not_name() {
    let file = |what: &str, interface: &str| {
        format!(
            "import java.io.*; import java.util.*;\nenum E {{ A }}\nfinal class F extends \
             ArrayList<E> {{ }}\nclass U {{\n  //@ ensures \\result == 1;\n  static int f({what} x) \
             {{ Object o = x; if (o instanceof {interface}) {{ return 2; }} return 1; }}\n}}\n"
        )
    };
    for (what, interface) in [
        ("E", "Comparable"),
        ("E", "Serializable"),
        ("String", "Comparable"),
        ("Scanner", "AutoCloseable"),
        ("Scanner", "Iterator"),
        ("F", "Serializable"),
    ] {
        let text = file(what, interface);
        assert_eq!(
            verdict(&[("U.java", &text)], "U.f"),
            "failed",
            "{what} {interface}"
        );
    }
}

#[test]
fn classes_that_the_library_hands_down_hide_those_of_the_package() {
    let entry = "package p; public class Entry { }\n";
    let r = "package p; import java.util.*;\nabstract class R implements Map<String, String> {\n  \
             //@ ensures \\result == 1;\n  static int f(Object o) { if (o instanceof Entry) { return \
             2; } return 1; }\n  //@ requires e != null;\n  //@ ensures \\result == 2;\n  static int \
             g(p.Entry e) { return f(e); }\n}\n";
    let (members, _) = verdicts(&[("p/Entry.java", entry), ("p/R.java", r)]);
    assert_ne!(members.get("R.f").unwrap(), "verified");
}
