//! Constants: callers were compiled against their values, so that each that is gone, less visible or
//! another one is listed and denied.

use super::support::git::repository;
use super::support::{said, veriframe, write};
use super::{Case, check};

/// In Java.
const JAVA: &[Case] = &[
    Case {
        name: "a constant is set by a block, so that contracts cannot name it any more",
        old: "class K { public static final int A = 1; }",
        new: "class K { public static final int A; static { A = 1; } }",
        expected: &[("K.A", "removed")],
    },
    Case {
        name: "a block is new, and another one is gone",
        old: "class K { static int n; static int m() { return 1; } } class L { static { } }",
        new: "class K { static int n; static { n = 5; } static int m() { return 1; } } class L { }",
        expected: &[("K.static", ""), ("L.static", ""), ("K.m", "kept")],
    },
    Case {
        name: "public and protected constants are gone",
        old: "public class K { public static final int A = 1; protected final static boolean B = true; static final int C = 2; private static final int D = 3; }",
        new: "public class K { }",
        expected: &[
            ("K.A", "removed"),
            ("K.B", "removed"),
            ("K.C", ""),
            ("K.D", ""),
        ],
    },
    Case {
        name: "constants become less visible",
        old: "public class K { public static final int A = 1; public static final int B = 1; protected static final int C = 1; public static final int D = 1; }",
        new: "public class K { private static final int A = 1; protected static final int B = 1; static final int C = 1; static final int D = 1; }",
        expected: &[
            ("K.A", "removed"),
            ("K.B", "removed"),
            ("K.C", "removed"),
            ("K.D", "removed"),
        ],
    },
    Case {
        name: "constants become more visible, move in the text and are added",
        old: "public class K { protected static final int A = 1; public static final int B = 2; }",
        new: "public class K { public static final int B = 2; public static final int C = 3; public static final int A = 1; }",
        expected: &[("K.A", ""), ("K.B", ""), ("K.C", "")],
    },
    Case {
        name: "constants have other values",
        old: "public class K { public static final int A = 1; public static final int B = A + 1; public static final String S = \"a\"; protected static final boolean T = true; public static final char C = 'c'; public static final String N = null; static final int P = 1; private static final int Q = 1; }",
        new: "public class K { public static final int A = 2; public static final int B = A + 1; public static final String S = \"b\"; protected static final boolean T = !true; public static final char C = 'd'; public static final String N = \"\"; static final int P = 2; private static final int Q = 2; }",
        expected: &[
            ("K.A", "changed"),
            ("K.B", "changed"),
            ("K.S", "changed"),
            ("K.T", "changed"),
            ("K.C", "changed"),
            ("K.N", "changed"),
            ("K.P", ""),
            ("K.Q", ""),
        ],
    },
    Case {
        name: "the value comes from another constant that changed",
        old: "class L { private static final int N = 1; static int n() { return N; } static final int M = N; } public class K { public static final int A = L.M * 2; }",
        new: "class L { private static final int N = 2; static int n() { return N; } static final int M = N; } public class K { public static final int A = L.M * 2; }",
        expected: &[("K.A", "changed"), ("L.M", "")],
    },
    Case {
        name: "values are written in other words",
        old: "public class K { public static final int A = 16; public static final boolean B = true; public static final int C = -1; }",
        new: "public class K { private static final int W = 8; public static final int A = 2 * W; public static final boolean B = A > W; public static final int C = 0xFFFFFFFF; }",
        expected: &[("K.A", ""), ("K.B", ""), ("K.C", "")],
    },
    Case {
        name: "a constant has another type",
        old: "public class K { public static final int A = 1; public static final int B = 97; }",
        new: "public class K { public static final long A = 1; public static final char B = 'a'; }",
        expected: &[("K.A", "changed"), ("K.B", "changed")],
    },
    Case {
        name: "constants become fields, and fields constants",
        old: "public class K { public static final int A = 1; public static int B = 1; public static final int C = 1; }",
        new: "public class K { public static int A = 1; public static final int B = 1; static int C = 1; }",
        expected: &[
            ("K.A", "changed"),
            ("K.B", "changed"),
            ("K.C", "changed+removed"),
        ],
    },
    Case {
        name: "the fields of an interface are constants, and public",
        old: "public interface I { int A = 1; public static final int B = 1; final int C = 1; }",
        new: "public interface I { int B = 2; static int C = 1; }",
        expected: &[("I.A", "removed"), ("I.B", "changed"), ("I.C", "")],
    },
    Case {
        name: "an interface and an enumeration are gone",
        old: "public interface I { int A = 1; } public enum E { A } public class K { private interface P { int A = 1; } private enum Q { A } }",
        new: "public class K { }",
        expected: &[("I", "removed"), ("E", "removed"), ("P", ""), ("Q", "")],
    },
    Case {
        name: "constants of enumerations are gone",
        old: "public enum E { A, B } enum F { A, B, C }",
        new: "public enum E { B } enum F { C, D, B }",
        expected: &[
            ("E.A", "removed"),
            ("E.B", ""),
            ("F.A", "removed"),
            ("F.B", ""),
            ("F.C", ""),
        ],
    },
    Case {
        name: "a private enumeration concerns nobody",
        old: "public class K { private enum E { A, B } }",
        new: "public class K { private enum E { B } }",
        expected: &[("E.A", "")],
    },
    Case {
        name: "a constant is an object of an enumeration",
        old: "public enum E { A, B } class K { public static final E A = E.A; public static final E B = E.B; }",
        new: "public enum E { B, A } class K { public static final E A = E.B; public static final E B = E.B; }",
        expected: &[("K.A", "changed"), ("K.B", "")],
    },
    Case {
        name: "a constant moves to a supertype, where it is inherited from",
        old: "public class A { } public class B extends A { public static final int K = 1; public static final int L = 1; public static final int M = 1; }",
        new: "public class A { public static final int K = 1; public static final int L = 2; static final int M = 1; } public class B extends A { }",
        expected: &[("B.K", ""), ("B.L", "changed"), ("B.M", "removed")],
    },
    Case {
        name: "a new constant or field hides an inherited one",
        old: "public interface I { int K = 1; int L = 1; int M = 1; int N = 1; } public class B implements I { } public class C extends B { }",
        new: "public interface I { int K = 1; int L = 1; int M = 1; int N = 1; } public class B implements I { public static final int K = 2; public static int L; private static final int M = 1; public static final int N = 1; } public class C extends B { }",
        expected: &[
            ("I.K", ""),
            ("B.K", "changed"),
            ("C.K", "changed"),
            ("B.L", "changed"),
            ("B.M", "removed"),
            ("B.N", ""),
        ],
    },
    Case {
        name: "a change of an inherited constant is listed once",
        old: "public interface I { int K = 1; } public class B implements I { }",
        new: "public interface I { int K = 2; } public class B implements I { }",
        expected: &[("I.K", "changed"), ("B.K", "")],
    },
    Case {
        name: "a class has the name of one of the library",
        old: "import java.util.List; public class Collection { public static final int A = 1; public static int F; public static int m(List<String> l) { return 1; } }",
        new: "import java.util.List; public class Collection { public static int m(List<String> l) { return 1; } }",
        expected: &[
            ("Collection.A", "removed"),
            ("Collection.F", "removed"),
            ("Collection.m", "kept"),
        ],
    },
    Case {
        name: "a final field of objects is compiled into callers, too",
        old: "public class K { public final int f = 3; public final int g = 3; private final int h = 3; public int i = 3;\n //@ ensures true;\n public K() { } }",
        new: "public class K { public final int f = 4; public final int g = 2 + 1; private final int h = 4; public int i = 4;\n //@ ensures true;\n public K() { } }",
        expected: &[("K.f", "changed"), ("K.g", ""), ("K.h", ""), ("K.i", "")],
    },
];

/// In the notation of `.idf` files.
const SYNTAX: &[Case] = &[
    Case {
        name: "constants are gone, or less visible",
        old: "class K { static final int A := 1; public static final int B := 1; private static final int C := 1; final static seq<int> D := [1, 2]; }",
        new: "class K { private static final int B := 1; protected static final seq<int> D := [1, 2]; }",
        expected: &[
            ("K.A", "removed"),
            ("K.B", "removed"),
            ("K.C", ""),
            ("K.D", "removed"),
        ],
    },
    Case {
        name: "constants have other values",
        old: "class K { static final int A := 1; static final perm P := 1/2; static final seq<int> S := [1, 2]; static final boolean B := true; public static final int C := 4; }",
        new: "class K { public static final int A := 2; static final perm P := 1/3; static final seq<int> S := [2, 1]; static final boolean B := 1 > 2; public static final int C := 2 + 2; }",
        expected: &[
            ("K.A", "changed"),
            ("K.P", "changed"),
            ("K.S", "changed"),
            ("K.B", "changed"),
            ("K.C", ""),
        ],
    },
    Case {
        name: "a constant becomes a field",
        old: "class K { static final int A := 1; }",
        new: "class K { public static int A := 1; }",
        expected: &[("K.A", "changed")],
    },
    Case {
        name: "a ghost field takes the place of a constant",
        old: "class K { static final int A := 1; }",
        new: "class K { public static ghost int A := 1; }",
        expected: &[("K.A", "removed")],
    },
];

#[test]
fn constants_are_judged_as_those_who_name_them_see_them() {
    let mut wrong = Vec::new();
    JAVA.iter()
        .for_each(|case| check("A.java", case, &mut wrong));
    SYNTAX
        .iter()
        .for_each(|case| check("a.idf", case, &mut wrong));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn constants_are_denied_until_the_change_is_accepted() {
    let text = |rest: &str| {
        format!(
            "package app;\npublic class K {{\n{rest}\n  //@ ensures true;\n  public static int f() {{ return 1; }}\n}}\n"
        )
    };
    let folder = repository(&[
        ("veriframe.toml", "paths = [\"src\"]\n"),
        ("src/app/K.java", &text("  public static final int A = 1;")),
        ("src/app/E.java", "package app;\npublic enum E { A, B }\n"),
    ]);
    let run = |args: &[&str]| {
        let output = veriframe()
            .args(["contracts", "--against", "v1"])
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        (output.status.code().unwrap(), said(&output))
    };
    assert_eq!(run(&[]).0, 0);
    for (rest, expected) in [
        ("", "K.A removed: the constant is gone"),
        (
            "  private static final int A = 1;",
            "K.A removed: it is private now",
        ),
        (
            "  public static final int A = 2;",
            "K.A changed: its value is `2` now, and `1` before",
        ),
    ] {
        write(folder.path(), &[("src/app/K.java", &text(rest))]);
        let (code, said) = run(&[]);
        assert!(code == 1 && said.contains(expected), "{code}: {said}");
        // The entry of the report accepts this change, and no other value.
        let (_, entry) = said.split_once("[[accepted]]\n").unwrap();
        let lines: Vec<&str> = entry.lines().take(3).map(str::trim).collect();
        let list = format!("[[accepted]]\n{}\nreason = \"x\"\n", lines.join("\n"));
        write(folder.path(), &[("accepted.toml", &list)]);
        let (code, said) = run(&["--accept", "accepted.toml"]);
        assert_eq!(code, 0, "{said}\n{list}");
    }
    write(
        folder.path(),
        &[("src/app/K.java", &text("  public static final int A = 3;"))],
    );
    assert_eq!(run(&["--accept", "accepted.toml"]).0, 2);
    write(
        folder.path(),
        &[
            ("src/app/K.java", &text("  public static final int A = 1;")),
            ("src/app/E.java", "package app;\npublic enum E { B }\n"),
        ],
    );
    let (code, said) = run(&[]);
    assert!(code == 1 && said.contains("E.A removed"), "{code}: {said}");
}
