//! Members of jars mean what Java's compiler takes for them, and what code of a jar could do is not taken to be known.
//! Each program is wrong in Java, so that its member `m` must not be verified. Without a JDK, the tests are skipped.

use crate::class_path::{jar, verdicts};
use crate::support;
use support::folder;
use support::tools::there_is_java;

/// A jar and a program, by their sources.
struct Attack {
    what: &'static str,
    jar: &'static [(&'static str, &'static str)],
    program: &'static [(&'static str, &'static str)],
}

/// Where the choice of `get` decides which `g` is called.
const CHOICE: (&str, &str) = (
    "app/Main.java",
    "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  static int g(A a) { return 1; }\n  \
     //@ ensures \\result == 2;\n  static int g(B a) { return 2; }\n  //@ ensures \\result == 1;\n  \
     static int m() { R r = R.made(); if (r == null) return 1; return g(r.get()); }\n}\n",
);
const A: (&str, &str) = ("lib/A.java", "package lib;\npublic interface A { }\n");
const B: (&str, &str) = (
    "lib/B.java",
    "package lib;\npublic interface B extends A { }\n",
);

const MEMBERS: [Attack; 7] = [
    Attack {
        what: "its own result before that of a class that is not public",
        jar: &[
            A,
            B,
            (
                "lib/Base.java",
                "package lib;\nclass Base { public A get() { return null; } }\n",
            ),
            (
                "lib/R.java",
                "package lib;\npublic class R extends Base { public B get() { return null; } public static R made() { return new R(); } }\n",
            ),
        ],
        program: &[CHOICE],
    },
    Attack {
        what: "the result of one of two interfaces that are not public",
        jar: &[
            A,
            B,
            ("lib/I.java", "package lib;\ninterface I { A get(); }\n"),
            ("lib/J.java", "package lib;\ninterface J { B get(); }\n"),
            (
                "lib/R.java",
                "package lib;\npublic interface R extends I, J { static R made() { return () -> null; } }\n",
            ),
        ],
        program: &[CHOICE],
    },
    Attack {
        what: "the result of one of two interfaces",
        jar: &[
            A,
            B,
            (
                "lib/I.java",
                "package lib;\npublic interface I { A get(); }\n",
            ),
            (
                "lib/J.java",
                "package lib;\npublic interface J { B get(); }\n",
            ),
            (
                "lib/R.java",
                "package lib;\npublic interface R extends I, J { static R made() { return () -> null; } }\n",
            ),
        ],
        program: &[CHOICE],
    },
    Attack {
        what: "a result that the program does not name",
        jar: &[
            (
                "lib/A.java",
                "package lib;\npublic class A { public A get() { return this; } public int f(Object o) { return 1; } }\n",
            ),
            (
                "lib/Z.java",
                "package lib;\npublic class Z extends A { public long f(String s) { return 1L << 40; } }\n",
            ),
            (
                "lib/B.java",
                "package lib;\npublic class B extends A { public Z get() { return new Z(); } }\n",
            ),
        ],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.A;\nimport lib.B;\nclass Main {\n  //@ requires b != null;\n  \
             //@ ensures \\result <= 2147483647;\n  static long m(B b) {\n    \
             A a = b;\n    try { return b.get().f(\"x\"); } catch (NullPointerException e) { return 1; }\n  }\n}\n",
        )],
    },
    Attack {
        what: "a number that no argument narrows to",
        jar: &[(
            "lib/R.java",
            "package lib;\npublic class R { public static int f(byte b) { return 1; } public static long f(int a, long... d) { return 1L << 40; } }\n",
        )],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result <= 2147483647;\n  static long m() { return R.f(5); }\n}\n",
        )],
    },
    Attack {
        what: "a floating-point parameter before a narrower one",
        jar: &[(
            "lib/R.java",
            "package lib;\npublic class R { public static int f(byte b) { return 1; } public static long f(double d) { return 1L << 40; } }\n",
        )],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result <= 2147483647;\n  static long m() { return R.f(5); }\n}\n",
        )],
    },
    Attack {
        what: "a class called Object",
        jar: &[("lib/Object.java", "package lib;\npublic class Object { }\n")],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.Object;\nclass Main {\n  //@ ensures \\result == 1;\n  \
             static int m(java.lang.Object o) { return o == null || o instanceof Object ? 1 : 2; }\n}\n",
        )],
    },
];

/// An exception whose text ends with another one.
const LATE: (&str, &str) = (
    "lib/R.java",
    "package lib;\npublic class R { public static RuntimeException made() {\n  \
     return new RuntimeException() { public String toString() { throw new IllegalStateException(); } };\n} }\n",
);

const CODE: [Attack; 7] = [
    Attack {
        what: "where the program prints to",
        jar: &[(
            "lib/R.java",
            "package lib;\npublic class R { public static int set() { System.setOut(null); return 1; } }\n",
        )],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  \
             static int m() { R.set(); if (System.out == null) return 2; return 1; }\n}\n",
        )],
    },
    Attack {
        what: "that a printing is done",
        jar: &[(
            "lib/R.java",
            "package lib;\npublic class R { public static int set() { System.setOut(null); return 1; } }\n",
        )],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  \
             static int m() { R.set(); try { System.out.println(); } catch (RuntimeException e) { return 2; } return 1; }\n}\n",
        )],
    },
    Attack {
        what: "that the program ends",
        jar: &[(
            "lib/R.java",
            "package lib;\npublic class R { public static int set() { System.setProperties(new java.util.Properties() {\n  \
             public String getProperty(String k) { throw new IllegalStateException(); } }); return 1; } }\n",
        )],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  \
             static int m() { R.set(); try { System.getProperty(\"x\"); } catch (RuntimeException e) { return 2; } return 1; }\n}\n",
        )],
    },
    Attack {
        what: "objects of the program that an exception of the jar is given",
        jar: &[(
            "lib/R.java",
            "package lib;\npublic class R { static RuntimeException e = new RuntimeException();\n  \
             public static RuntimeException made() { return e; }\n  \
             public static int run() { for (Throwable t : e.getSuppressed()) t.getStackTrace(); return 1; } }\n",
        )],
        program: &[
            (
                "app/Mine.java",
                "package app;\nclass Mine extends RuntimeException {\n  \
                 public StackTraceElement[] getStackTrace() { throw new IllegalStateException(); }\n}\n",
            ),
            (
                "app/Main.java",
                "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  static int m() {\n    \
                 Mine mine = new Mine();\n    RuntimeException e = R.made();\n    if (e == null || e == mine) return 1;\n    \
                 e.addSuppressed(mine);\n    return 1;\n  }\n}\n",
            ),
        ],
    },
    Attack {
        what: "the text of a cause",
        jar: &[LATE],
        program: &[(
            "app/Main.java",
            "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  static int m() {\n    \
             RuntimeException x = R.made();\n    try { new RuntimeException(x); return 1; } catch (IllegalStateException e) { return 2; }\n  }\n}\n",
        )],
    },
    Attack {
        what: "the text of a cause that a constructor hands on",
        jar: &[LATE],
        program: &[
            (
                "app/Mine.java",
                "package app;\nclass Mine extends Exception { Mine(Throwable t) { super(t); } }\n",
            ),
            (
                "app/Main.java",
                "package app;\nimport lib.*;\nclass Main {\n  //@ ensures \\result == 1;\n  static int m() {\n    \
                 RuntimeException x = R.made();\n    try { new Mine(x); return 1; } catch (IllegalStateException e) { return 2; }\n  }\n}\n",
            ),
        ],
    },
    Attack {
        what: "that nothing escapes",
        jar: &[LATE],
        program: &[(
            "app/Main.java",
            "package app;\nclass Main {\n  //@ signals (RuntimeException e) false;\n  \
             static int m(RuntimeException x) { new IllegalArgumentException(x); return 1; }\n}\n",
        )],
    },
];

fn hold_back(attacks: &[Attack]) {
    if !there_is_java("jars") {
        return;
    }
    for attack in attacks {
        let made = tempfile::tempdir().unwrap();
        let path = made.path().join("lib.jar");
        jar(attack.jar, made.path(), &path);
        let programs = folder(attack.program);
        let (members, messages) = verdicts(programs.path(), path.to_str().unwrap());
        let status = members.get("Main.m").map(String::as_str);
        assert!(
            matches!(status, Some("failed" | "refused" | "unknown")),
            "{}: {status:?} {messages:?}",
            attack.what
        );
    }
}

#[test]
fn a_member_is_the_one_that_java_takes() {
    hold_back(&MEMBERS);
}

#[test]
fn what_a_jar_s_code_might_do_is_not_known() {
    hold_back(&CODE);
}

#[test]
fn nested_classes_of_the_program_are_those_of_its_sources() {
    if !there_is_java("jars") {
        return;
    }
    let source = (
        "app/Main.java",
        "package app;\nclass Main { static int m() { return 1; } }\n",
    );
    for (other, is_own) in [
        (
            "package app;\nclass Main { static class Other { } }\n",
            false,
        ),
        (
            "package app;\nclass Main { Object o = new Object() { }; }\n",
            true,
        ),
    ] {
        let made = tempfile::tempdir().unwrap();
        let path = made.path().join("lib.jar");
        jar(&[("app/Main.java", other)], made.path(), &path);
        let programs = folder(&[source]);
        let output = support::veriframe()
            .args(["verify", "--classpath"])
            .arg(&path)
            .arg(programs.path())
            .output()
            .unwrap();
        assert_eq!(
            output.status.code(),
            Some(if is_own { 0 } else { 2 }),
            "{}",
            support::said(&output)
        );
    }
}
