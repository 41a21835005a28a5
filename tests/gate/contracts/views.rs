//! Pairs of revisions in which a name means another declaration for those who use a class.

use super::cases::Case;

/// In the notation of `.idf` files.
pub const SYNTAX: &[Case] = &[
    Case {
        name: "a class inherits another static method",
        old: "class A { static int s() ensures result = 1; { return 1; } } class M extends A { static int s() { return 2; } } final class O extends A { }",
        new: "class A { static int s() ensures result = 1; { return 1; } } class M extends A { static int s() { return 2; } } final class O extends M { }",
        expected: &[("A.s", "kept"), ("M.s", "kept"), ("O.s", "weakened")],
    },
    Case {
        name: "a class inherits another pure method",
        old: "class A { pure int s() { return 1; } } class M extends A { pure int s() { return 2; } } abstract class O extends A { } class P extends O { }",
        new: "class A { pure int s() { return 1; } } class M extends A { pure int s() { return 2; } } abstract class O extends M { } class P extends O { }",
        expected: &[
            ("A.s", "kept"),
            ("M.s", "kept"),
            ("O.s", "changed"),
            ("P.s", ""),
        ],
    },
    Case {
        name: "a class inherits another predicate",
        old: "class A { int n; predicate q() { return acc(n) * n = 1; } } class M extends A { predicate q() { return true; } } final class O extends A { }",
        new: "class A { int n; predicate q() { return acc(n) * n = 1; } } class M extends A { predicate q() { return true; } } final class O extends M { }",
        expected: &[("A.q", "kept"), ("M.q", "kept"), ("O.q", "weakened")],
    },
    Case {
        name: "a new class between gives another value",
        old: "class A { pure int s() { return 1; } } final class O extends A { }",
        new: "class A { pure int s() { return 1; } } class M extends A { pure int s() { return 2; } } final class O extends M { }",
        expected: &[("A.s", "kept"), ("M.s", "added"), ("O.s", "changed")],
    },
    Case {
        name: "a new class between gives the same value",
        old: "class A { pure int s() { return 1; } } final class O extends A { }",
        new: "class A { pure int s() { return 1; } } class M extends A { pure int s() { return 1; } } final class O extends M { }",
        expected: &[("A.s", "kept"), ("M.s", "added"), ("O.s", "")],
    },
    Case {
        name: "another interface promises less of the same method",
        old: "interface I { int s() ensures result = 1; ; } interface J { int s() ensures result > 0; ; } abstract class O implements I { }",
        new: "interface I { int s() ensures result = 1; ; } interface J { int s() ensures result > 0; ; } abstract class O implements J, I { }",
        expected: &[("I.s", "kept"), ("J.s", "kept"), ("O.s", "weakened")],
    },
    Case {
        name: "interfaces are written in another order, so that a call takes another contract",
        old: "interface I { int s() ensures result = 1; ; } interface J { int s() ensures result > 0; ; } abstract class O implements I, J { }",
        new: "interface I { int s() ensures result = 1; ; } interface J { int s() ensures result > 0; ; } abstract class O implements J, I { }",
        expected: &[("I.s", "kept"), ("J.s", "kept"), ("O.s", "weakened")],
    },
    Case {
        name: "a static method of an interface is covered",
        old: "interface I { static int s() ensures result = 1; { return 1; } } class O implements I { }",
        new: "interface I { static int s() ensures result = 1; { return 1; } } class O implements I { static int s() { return 2; } }",
        expected: &[("I.s", "kept"), ("O.s", "added+weakened")],
    },
    Case {
        name: "a field covers an inherited one",
        old: "class A { int n; void set() requires acc(n); ensures acc(n) * n = 5; { n := 5; } } class O extends A { }",
        new: "class A { int n; void set() requires acc(n); ensures acc(n) * n = 5; { n := 5; } } class O extends A { int n; }",
        expected: &[("A.set", "kept"), ("O.n", "changed")],
    },
];

/// In Java.
pub const JAVA: &[Case] = &[
    Case {
        name: "a static method with a narrower result covers an inherited one",
        old: "class A { //@ ensures \\result != null;\n public static Object s() { return new A(); } } class O extends A { }",
        new: "class A { //@ ensures \\result != null;\n public static Object s() { return new A(); } } class O extends A { public static A s() { return null; } }",
        expected: &[("A.s", "kept"), ("O.s", "added+changed")],
    },
    Case {
        name: "what is inherited is less visible than the override that is removed",
        old: "public class O extends A { public void s() { } } class A { protected void s() { } }",
        new: "public class O extends A { } class A { protected void s() { } }",
        expected: &[("O.s", "kept+removed")],
    },
    Case {
        name: "a private field covers an inherited one",
        old: "class A { public int n; } class O extends A { }",
        new: "class A { public int n; } class O extends A { private int n; }",
        expected: &[("O.n", "changed")],
    },
    Case {
        name: "a constant covers an inherited field",
        old: "class A { public int n; } class O extends A { }",
        new: "class A { public int n; } class O extends A { public static final int n = 5; }",
        expected: &[("O.n", "changed")],
    },
    Case {
        name: "an override is final",
        old: "public class O extends A { } class A { public void s() { } }",
        new: "public class O extends A { public final void s() { } } class A { public void s() { } }",
        expected: &[("O.s", "added+changed")],
    },
    Case {
        name: "a nested class covers an inherited one",
        old: "class A { public static class N { //@ ensures \\result == 1;\n public static int s() { return 1; } } } class O extends A { }",
        new: "class A { public static class N { //@ ensures \\result == 1;\n public static int s() { return 1; } } } class O extends A { public static class N { public static int s() { return 2; } } }",
        expected: &[("O.N", "changed")],
    },
    Case {
        name: "a nested class moves into another class",
        old: "public class O { public static class N { public static void s() { } } } class Q { }",
        new: "public class O { } class Q { public static class N { public static void s() { } } }",
        expected: &[("N", "removed")],
    },
    Case {
        name: "a constant is one of several",
        old: "interface I { int K = 1; } interface J { int K = 2; } class O implements I { }",
        new: "interface I { int K = 1; } interface J { int K = 2; } class O implements I, J { }",
        expected: &[("O.K", "removed")],
    },
    Case {
        name: "a supertype has other type arguments by another one",
        old: "class A<T> { } class M<T> extends A<T> { } class O extends A<String> { }",
        new: "class A<T> { } class M<T> extends A<T> { } class O extends M<Integer> { }",
        expected: &[("O", "changed")],
    },
    Case {
        name: "a static method of an interface is not inherited",
        old: "interface I { //@ ensures \\result == 1;\n static int s() { return 1; } } class O implements I { }",
        new: "interface I { //@ ensures \\result == 1;\n static int s() { return 1; } } class O implements I { static int s() { return 2; } }",
        expected: &[("I.s", "kept"), ("O.s", "added")],
    },
];
