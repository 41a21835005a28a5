//! Pairs of revisions, with how the contracts of members change from one to the other.

/// A pair of revisions.
pub struct Case {
    /// What it is about.
    pub name: &'static str,
    pub old: &'static str,
    pub new: &'static str,
    /// Members with their changes.
    pub expected: &'static [(&'static str, &'static str)],
}

/// In the notation of `.idf` files.
pub const SYNTAX: &[Case] = &[
    Case {
        name: "only a body changes",
        old: "class C { int x; void set(int v) requires acc(x); ensures acc(x) * x = v; { x := v; } }",
        new: "class C { int x; void set(int v) requires acc(x); ensures acc(x) * x = v; { x := 0; x := v; } }",
        expected: &[("C.set", "kept")],
    },
    Case {
        name: "parameters have other names",
        old: "class C { static int m(int a, int b) requires a < b; ensures result > a; { return b; } }",
        new: "class C { static int m(int b, int a) requires b < a; ensures result > b; { return a; } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "a precondition demands more",
        old: "class C { static int m(int x) requires x >= 0; ensures result >= 0; { return x; } }",
        new: "class C { static int m(int x) requires x > 0; ensures result >= 0; { return x; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a precondition demands less",
        old: "class C { static int m(int x) requires x > 5; ensures result = x; { return x; } }",
        new: "class C { static int m(int x) requires x > 0; ensures result = x; { return x; } }",
        expected: &[("C.m", "strengthened")],
    },
    Case {
        name: "a postcondition promises less",
        old: "class C { static int m(int x) requires x > 0; ensures result = x; { return x; } }",
        new: "class C { static int m(int x) requires x > 0; ensures result > 0; { return x; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a postcondition promises more",
        old: "class C { static int m(int x) ensures result >= x; { return x; } }",
        new: "class C { static int m(int x) ensures result = x; { return x; } }",
        expected: &[("C.m", "strengthened")],
    },
    Case {
        name: "a contract demands less and promises less",
        old: "class C { static int m(int x) requires x > 0; ensures result = x; { return x; } }",
        new: "class C { static int m(int x) ensures result >= x; { return x; } }",
        expected: &[("C.m", "changed")],
    },
    Case {
        name: "a disjunct that never holds is added to a precondition",
        old: "class C { static int m(int x, int y) requires x >= 0; ensures result = x; { return x; } }",
        new: "class C { static int m(int x, int y) requires x >= 0 || y < y; ensures result = x; { return x; } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "a disjunct that always holds is added to a postcondition",
        old: "class C { static int m(int x, int y) ensures result = x; { return x; } }",
        new: "class C { static int m(int x, int y) ensures result = x || y <= y; { return x; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a postcondition that follows from another one is removed",
        old: "class C { static int m(int x) requires x > 3; ensures result = x; ensures result > 0; { return x; } }",
        new: "class C { static int m(int x) requires x > 3; ensures result = x; { return x; } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "a precondition is removed",
        old: "class C { static int m(int x) requires x > 3; ensures result = x; { return x; } }",
        new: "class C { static int m(int x) ensures result = x; { return x; } }",
        expected: &[("C.m", "strengthened")],
    },
    Case {
        name: "a constructor with parameters takes the place of the unwritten one",
        old: "class C { int x; int get() requires acc(x); { return x; } }",
        new: "class C { int x; C(int v) ensures acc(x) * x = v; { x := v; } int get() requires acc(x); { return x; } }",
        expected: &[("C.C", "removed+added"), ("C.get", "kept")],
    },
    Case {
        name: "the unwritten constructor of a subclass is gone",
        old: "class B { int x; } class C extends B { int y; }",
        new: "class B { int x; } class C extends B { int y; C(int v) { super(); y := v; } }",
        expected: &[("C.C", "removed+added")],
    },
    Case {
        name: "an unwritten constructor is written",
        old: "class C { int x; }",
        new: "class C { int x; C() ensures acc(x) * x = 0; { } }",
        expected: &[("C.C", "kept")],
    },
    Case {
        name: "a written constructor promises less than the unwritten one",
        old: "class C { int x; }",
        new: "class C { int x; C() ensures acc(x); { } }",
        expected: &[("C.C", "weakened")],
    },
    Case {
        name: "an unwritten constructor gives a field another value",
        old: "class C { int x := 5; }",
        new: "class C { int x := 6; }",
        expected: &[("C.C", "changed")],
    },
    Case {
        name: "a field of an unwritten constructor is gone, and another one is new",
        old: "class C { int x; int y; }",
        new: "class C { int x; int z; }",
        expected: &[("C.C", "strengthened")],
    },
    Case {
        name: "a class without members is gone",
        old: "class C { } class D { }",
        new: "class D { }",
        expected: &[("C.C", "removed"), ("D.D", "")],
    },
    Case {
        name: "a class without members is new",
        old: "class D { }",
        new: "class C { } class D { }",
        expected: &[("C.C", ""), ("D.D", "")],
    },
    Case {
        name: "`pure` is gone",
        old: "class C { static pure int id(int x) { return x; } }",
        new: "class C { static int id(int x) ensures result = x; { return x; } }",
        expected: &[("C.id", "changed")],
    },
    Case {
        name: "`static` is gone",
        old: "class C { static int id(int x) ensures result = x; { return x; } }",
        new: "class C { int id(int x) ensures result = x; { return x; } }",
        expected: &[("C.id", "changed")],
    },
    Case {
        name: "a method becomes private, and another one public",
        old: "class C { static int m(int x) ensures result = x; { return x; } private static int n(int x) ensures result = x; { return x; } }",
        new: "class C { private static int m(int x) ensures result = x; { return x; } public static int n(int x) ensures result = x; { return x; } }",
        expected: &[("C.m", "kept+removed"), ("C.n", "kept")],
    },
    Case {
        name: "what becomes private and demands more is both",
        old: "class C { static int m(int x) ensures result = x; { return x; } }",
        new: "class C { private static int m(int x) requires x > 0; ensures result = x; { return x; } }",
        expected: &[("C.m", "weakened+removed")],
    },
    Case {
        name: "a method becomes final",
        old: "class C { int m(int x) ensures result = x; { return x; } }",
        new: "class C { final int m(int x) ensures result = x; { return x; } }",
        expected: &[("C.m", "changed+kept")],
    },
    Case {
        name: "a predicate no longer demands a fact",
        old: "class C { int x; predicate valid() { return acc(x) * x >= 0; } \
              C() ensures valid(); { } \
              int get() requires valid(); ensures valid() * result >= 0; { return x; } \
              static void free(C c) requires c.valid(); { } }",
        new: "class C { int x; predicate valid() { return acc(x); } \
              C() ensures valid(); { } \
              int get() requires valid(); ensures valid() * result >= 0; { if (x < 0) { return 0; } return x; } \
              static void free(C c) requires c.valid(); { } }",
        expected: &[
            ("C.valid", "weakened"),
            ("C.C", "weakened"),
            ("C.get", "changed"),
            ("C.free", "strengthened"),
        ],
    },
    Case {
        name: "a predicate demands a fact more",
        old: "class C { int x; predicate valid() { return acc(x); } \
              C() ensures valid(); { } static void free(C c) requires c.valid(); { } }",
        new: "class C { int x; predicate valid() { return acc(x) * x >= 0; } \
              C() ensures valid(); { } static void free(C c) requires c.valid(); { } }",
        expected: &[
            ("C.valid", "strengthened"),
            ("C.C", "strengthened"),
            ("C.free", "weakened"),
        ],
    },
    Case {
        name: "a predicate means the same in other words",
        old: "class C { int x; predicate valid() { return acc(x) * x >= 0; } \
              void m() requires valid(); ensures valid(); { } }",
        new: "class C { int x; predicate valid() { return acc(x) * !(x < 0); } \
              void m() requires valid(); ensures valid(); { } }",
        expected: &[("C.valid", "kept"), ("C.m", "kept")],
    },
    Case {
        name: "a recursive predicate means the same in other words",
        old: "class N { int v; N next; \
              predicate list() { return acc(v) * acc(next) * v >= 0 * (next != null ==> next.list()); } \
              pure int length() requires list(); { return next = null ? 1 : 1 + next.length(); } \
              void m() requires list(); ensures list() * length() = old(length()); { } }",
        new: "class N { int v; N next; \
              predicate list() { return acc(next) * acc(v) * 0 <= v * (next = null ? true : next.list()); } \
              pure int length() requires list(); { return next != null ? next.length() + 1 : 1; } \
              void m() requires list(); ensures list() * old(length()) = length(); { } }",
        expected: &[("N.list", "kept"), ("N.length", "kept"), ("N.m", "kept")],
    },
    Case {
        name: "a predicate of no object is not the same as one that is always held",
        old: "class N { int v; predicate p() { return acc(v) * p(); } \
              void m() requires p(); { } void give() ensures p(); { assume false; } }",
        new: "class N { int v; predicate p() { return acc(v); } \
              void m() requires p(); { } void give() ensures p(); { assume false; } }",
        expected: &[("N.give", "weakened"), ("N.p", "weakened")],
    },
    Case {
        name: "a list no longer demands a fact of each node",
        old: "class N { int v; N next; \
              predicate list() { return acc(v) * acc(next) * v >= 0 * (next != null ==> next.list()); } \
              void m() requires list(); ensures list(); { } }",
        new: "class N { int v; N next; \
              predicate list() { return acc(v) * acc(next) * (next != null ==> next.list()); } \
              void m() requires list(); ensures list(); { } }",
        expected: &[("N.m", "changed")],
    },
    Case {
        name: "a pure method has another definition",
        old: "class C { static pure int f(int x) { return x; } \
              static int m(int x) ensures result = C.f(x); { return x; } }",
        new: "class C { static pure int f(int x) { return x + 1; } \
              static int m(int x) ensures result = C.f(x); { return x + 1; } }",
        expected: &[("C.f", "changed"), ("C.m", "changed")],
    },
    Case {
        name: "a pure method is defined in other words",
        old: "class C { static pure int f(int x) { return x + x; } \
              static int m(int x) ensures result = C.f(x); { return x + x; } }",
        new: "class C { static pure int f(int x) { return 2 * x; } \
              static int m(int x) ensures result = C.f(x); { return x + x; } }",
        expected: &[("C.f", "kept"), ("C.m", "kept")],
    },
    Case {
        name: "a pure method can be called less often",
        old: "class C { static pure int f(int x) requires x > 0; { return x; } }",
        new: "class C { static pure int f(int x) requires x > 5; { return x; } }",
        expected: &[("C.f", "weakened")],
    },
    Case {
        name: "a pure method can be called more often",
        old: "class C { static pure int f(int x) requires x > 5; { return x; } }",
        new: "class C { static pure int f(int x) requires x > 0; { return x; } }",
        expected: &[("C.f", "strengthened")],
    },
    Case {
        name: "a footprint grows",
        old: "class C { int x; int y; void m() requires acc(x); ensures acc(x); { } }",
        new: "class C { int x; int y; void m() requires acc(x) * acc(y); ensures acc(x) * acc(y); { } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a footprint shrinks",
        old: "class C { int x; int y; void m() requires acc(x) * acc(y); ensures acc(x) * acc(y); { } }",
        new: "class C { int x; int y; void m() requires acc(x); ensures acc(x); { } }",
        expected: &[("C.m", "strengthened")],
    },
    Case {
        name: "a reader becomes a writer",
        old: "class C { int x; void m() requires acc(x, 1/2); ensures acc(x, 1/2); { } }",
        new: "class C { int x; void m() requires acc(x); ensures acc(x); { } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "half of the permission is not given back",
        old: "class C { int x; void m() requires acc(x); ensures acc(x); { } }",
        new: "class C { int x; void m() requires acc(x); ensures acc(x, 1/2); { } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "an assumption is added",
        old: "class C { static int m(int x) ensures result > x; { return x + 1; } }",
        new: "class C { static int m(int x) ensures result > x; { assume x < 0; return 0; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "an assumption is replaced by another one",
        old: "class C { static int m(int x) ensures result > x; { assume x < 0; return 0; } }",
        new: "class C { static int m(int x) ensures result > x; { assume false; return 0; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "the code before an assumption changes",
        old: "class C { static int m(int x) ensures result > x; { int y := x; assume y = x; return y + 1; } }",
        new: "class C { static int m(int x) ensures result > x; { int y := x + 1; assume y = x; return 0; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a branch before an assumption changes",
        old: "class C { static int m(int x) ensures result > x; { int y := 0; if (x > 0) { y := x; } else { y := 0; } assume y = x; return y + 1; } }",
        new: "class C { static int m(int x) ensures result > x; { int y := 0; if (x > 0) { y := 0; } else { y := x; } assume y = x; return y + 1; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "what is called before an assumption is another overload",
        old: "class C { static void f(Object o) { } static void m(C c) ensures false; { C.f(c); assume c = null; assert c != null; } }",
        new: "class C { static void f(Object o) { } static void f(C o) ensures o != null; { assume o != null; } static void m(C c) ensures false; { C.f(c); assume c = null; assert c != null; } }",
        expected: &[("C.m", "weakened"), ("C.f(C)", "weakened")],
    },
    Case {
        name: "declarations before a body with an assumption change its numbers only",
        old: "class C { int f; static int m(C c, int x) requires acc(c.f); ensures acc(c.f) * result > x; { c.f := x; assume c.f = x; return x + 1; } }",
        new: "class A { int a; int b; predicate p() { return acc(a); } } class C { int e; int f; static int m(C c, int x) requires acc(c.f); ensures acc(c.f) * result > x; { c.f := x; assume c.f = x; return x + 1; } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "the code around an assumption is written otherwise",
        old: "class C { static int m(int x) ensures result > x; { int y := x; assume y = x; return y + 1; } }",
        new: "class C { static int m(int x) ensures result > x; { int y := x;\n  assume y = x;\n  return (y + 1); } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "an assumption is removed",
        old: "class C { static int m(int x) ensures result > x; { assume x < 0; return x + 1; } }",
        new: "class C { static int m(int x) ensures result > x; { return x + 1; } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "an assumption moves into a new method",
        old: "class C { static void m(int x) ensures x > 0; { assume x > 0; } }",
        new: "class C { static void h(int x) ensures x > 0; { assume x > 0; } \
              static void m(int x) ensures x > 0; { C.h(x); } }",
        expected: &[("C.m", "kept"), ("C.h", "weakened")],
    },
    Case {
        name: "a loop without a measure goes, and another one loses its own",
        old: "class C { static void m(int n) { int i := 0; while (i < n) decreases n - i; { i := i + 1; } while (i < n) { i := i + 1; } } }",
        new: "class C { static void m(int n) { int i := 0; while (i < n) { i := i + 1; } } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "two loops swap which one has a measure",
        old: "class C { static void m(int n) { int i := 0; while (i < n) decreases n - i; { i := i + 1; } while (i < n) { i := i + 1; } } }",
        new: "class C { static void m(int n) { int i := 0; while (i < n) { i := i + 1; } while (i < n) decreases n - i; { i := i + 1; } } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a loop with a measure goes, and the other one keeps its own",
        old: "class C { static void m(int n) { int i := 0; while (i < n) decreases n - i; { i := i + 1; } while (i < n) decreases n - i; { i := i + 1; } } }",
        new: "class C { static void m(int n) { int i := 0; while (i < n) decreases n - i; { i := i + 1; } } }",
        expected: &[("C.m", "kept")],
    },
    Case {
        name: "a static method hides an inherited one that promises more",
        old: "class A { static int s() ensures result = 1; { return 1; } } class B extends A { }",
        new: "class A { static int s() ensures result = 1; { return 1; } } class B extends A { static int s() { return 2; } }",
        expected: &[("A.s", "kept"), ("B.s", "added+weakened")],
    },
    Case {
        name: "a static method hides an inherited one that promises the same",
        old: "class Z { static int s() { return 3; } } class A extends Z { static int s() ensures result = 1; { return 1; } } class B extends A { }",
        new: "class Z { static int s() { return 3; } } class A extends Z { static int s() ensures result = 1; { return 1; } } class B extends A { static int s() ensures result = 1; { return 1; } }",
        expected: &[("Z.s", "kept"), ("A.s", "kept"), ("B.s", "added")],
    },
    Case {
        name: "a pure method overrides an inherited one with another value",
        old: "class A { pure int s() { return 1; } } class B extends A { }",
        new: "class A { pure int s() { return 1; } } class B extends A { pure int s() { return 2; } }",
        expected: &[("A.s", "kept"), ("B.s", "added+changed")],
    },
    Case {
        name: "a pure method overrides an inherited one with the same value",
        old: "class A { pure int s() { return 1; } } class B extends A { }",
        new: "class A { pure int s() { return 1; } } class B extends A { pure int s() { return 2 - 1; } }",
        expected: &[("A.s", "kept"), ("B.s", "added")],
    },
    Case {
        name: "a predicate overrides an inherited one with less in it",
        old: "class A { int x; predicate p() { return acc(x); } } class B extends A { }",
        new: "class A { int x; predicate p() { return acc(x); } } class B extends A { predicate p() { return acc(x, 1/2); } }",
        expected: &[("A.p", "kept"), ("B.p", "added+weakened")],
    },
    Case {
        name: "a contract is removed",
        old: "class C { int x; void m() requires acc(x); ensures acc(x) * x = 1; { x := 1; } }",
        new: "class C { int x; void m() { } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a body is removed",
        old: "abstract class C { int x; void m() requires acc(x); ensures acc(x); { } }",
        new: "abstract class C { int x; void m() requires acc(x); ensures acc(x);; }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "members are added and removed",
        old: "class C { static void a() { } static void b() { } predicate p() { return true; } }",
        new: "class C { static void b() { } static void c() { } }",
        expected: &[
            ("C.a", "removed"),
            ("C.b", "kept"),
            ("C.c", "added"),
            ("C.p", "removed"),
        ],
    },
    Case {
        name: "a class is removed",
        old: "class C { static void a() { } } class D { static void b() { } }",
        new: "class C { static void a() { } }",
        expected: &[("C.a", "kept"), ("D.b", "removed")],
    },
    Case {
        name: "a method has other parameters",
        old: "class C { static void m(int a) { } static void n(int a) { } static int r() { return 1; } }",
        new: "class C { static void m(int a, int b) { } static void n(boolean a) { } static boolean r() { return true; } }",
        expected: &[("C.m", "changed"), ("C.n", "changed"), ("C.r", "changed")],
    },
    Case {
        name: "a static method becomes one of objects",
        old: "class C { static void m(int a) { } }",
        new: "class C { void m(int a) { } }",
        expected: &[("C.m", "changed")],
    },
    Case {
        name: "a name in a contract means something else",
        old: "class C { static final int MAX := 10; static int m(int x) requires x < MAX; ensures result < MAX; { return x; } }",
        new: "class C { static final int MAX := 20; static int m(int x) requires x < MAX; ensures result < MAX; { return x; } }",
        expected: &[("C.m", "changed")],
    },
    Case {
        name: "a constant in a precondition is less",
        old: "class C { static final int MAX := 10; static void m(int x) requires x < MAX; { } }",
        new: "class C { static final int MAX := 5; static void m(int x) requires x < MAX; { } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a parameter hides a field",
        old: "class C { int x; void m(int y) requires acc(x) * x > 0; ensures acc(x) * x > 0; { } }",
        new: "class C { int x; void m(int x) requires acc(this.x) * x > 0; ensures acc(this.x) * x > 0; { } }",
        expected: &[("C.m", "changed")],
    },
    Case {
        name: "a predicate of the same name in another class",
        old: "class A { int x; predicate p() { return acc(x) * x > 0; } } class B { int x; predicate p() { return acc(x) * x > 0; } } \
              class C { static A mk() ensures result != null * result.p(); { A a := new A(); a.x := 1; return a; } }",
        new: "class A { int x; predicate p() { return acc(x); } } class B { int x; predicate p() { return acc(x) * x > 0; } } \
              class C { static A mk() ensures result != null * result.p(); { A a := new A(); a.x := 1; return a; } }",
        expected: &[("A.p", "weakened"), ("B.p", "kept"), ("C.mk", "weakened")],
    },
    Case {
        name: "overloads change places",
        old: "class C { static void m(int a) requires a > 0; { } static void m(boolean b) requires b; { } }",
        new: "class C { static void m(boolean b) { } static void m(int a) requires a > 1; { } }",
        expected: &[("C.m(int)", "weakened"), ("C.m(boolean)", "strengthened")],
    },
    Case {
        name: "an overriding method loses its own contract",
        old: "class A { int x; void m() requires acc(x); ensures acc(x); { } } \
              class B extends A { B() { super(); } void m() requires acc(x); ensures acc(x) * x = 3; { x := 3; } }",
        new: "class A { int x; void m() requires acc(x); ensures acc(x); { } } \
              class B extends A { B() { super(); } void m() { } }",
        expected: &[("A.m", "kept"), ("B.m", "weakened")],
    },
    Case {
        name: "an overriding method is removed",
        old: "class A { int x; void m() requires acc(x); ensures acc(x); { } } \
              class B extends A { B() { super(); } void m() requires acc(x); ensures acc(x) * x = 3; { x := 3; } void n() { } }",
        new: "class A { int x; void m() requires acc(x); ensures acc(x); { } } class B extends A { B() { super(); } void n() { } }",
        expected: &[("B.m", "weakened"), ("B.n", "kept")],
    },
    Case {
        name: "an overriding method that says nothing new is removed",
        old: "class A { int x; void m() requires acc(x); ensures acc(x); { } } \
              class B extends A { B() { super(); } void m() { } }",
        new: "class A { int x; void m() requires acc(x); ensures acc(x); { } } class B extends A { B() { super(); } }",
        expected: &[("B.m", "kept")],
    },
    Case {
        name: "an inherited contract changes",
        old: "class A { int x; void m() requires acc(x); ensures acc(x) * x = 1; { x := 1; } } \
              class B extends A { B() { super(); } void m() { x := 1; } }",
        new: "class A { int x; void m() requires acc(x); ensures acc(x); { x := 1; } } \
              class B extends A { B() { super(); } void m() { x := 1; } }",
        expected: &[("A.m", "weakened"), ("B.m", "weakened")],
    },
    Case {
        name: "a subclass's predicate changes what an inherited contract means",
        old: "class A { int x; predicate v() { return acc(x); } A() ensures v(); { } void m() requires v(); ensures v(); { } } \
              class B extends A { int y; predicate v() { return super.v() * acc(y) * y > 0; } B() ensures v(); { super(); y := 1; } }",
        new: "class A { int x; predicate v() { return acc(x); } A() ensures v(); { } void m() requires v(); ensures v(); { } } \
              class B extends A { int y; predicate v() { return super.v() * acc(y); } B() ensures v(); { super(); y := 1; } }",
        expected: &[
            ("A.v", "kept"),
            ("A.m", "kept"),
            ("B.v", "weakened"),
            ("B.m", "changed"),
            ("B.B", "weakened"),
        ],
    },
    Case {
        name: "a subclass gets a predicate of its own",
        old: "class A { int x; predicate v() { return acc(x); } A() ensures v(); { } void m() requires v(); ensures v(); { } } \
              class B extends A { int y; B() ensures v(); { super(); } }",
        new: "class A { int x; predicate v() { return acc(x); } A() ensures v(); { } void m() requires v(); ensures v(); { } } \
              class B extends A { int y; predicate v() { return super.v() * acc(y); } B() ensures v(); { super(); } }",
        // It demands more, and what it does not give back otherwise the caller keeps.
        expected: &[("A.m", "kept"), ("B.m", "weakened")],
    },
    Case {
        name: "a class loses a supertype",
        old: "interface I { } class C implements I { static int f(I i) requires i instanceof C; ensures result = 1; { return 1; } }",
        new: "interface I { } class C { static int f(I i) ensures result = 1; { return 1; } }",
        expected: &[("C", "weakened")],
    },
    Case {
        name: "a loop is no longer known to end",
        old: "class C { static int m(int n) requires n >= 0; ensures result = n; \
              { int i := 0; while (i < n) invariant i <= n; decreases n - i; { i := i + 1; } return i; } }",
        new: "class C { static int m(int n) requires n >= 0; ensures result = n; \
              { int i := 0; while (i < n) invariant i <= n; { i := i + 1; } return i; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a measure is removed",
        old: "class C { static pure int f(int n) requires n >= 0; decreases n; { return n = 0 ? 0 : C.f(n - 1); } }",
        new: "class C { static pure int f(int n) requires n >= 0; { return n = 0 ? 0 : C.f(n - 1); } }",
        expected: &[("C.f", "weakened")],
    },
    Case {
        name: "a quantifier ranges over less",
        old: "class C { static void z(int[] a) requires a != null * acc(a.elems); ensures acc(a.elems) * (forall int i :: 0 <= i < a.length ==> a[i] = 0); { assume false; } }",
        new: "class C { static void z(int[] a) requires a != null * acc(a.elems); ensures acc(a.elems) * (forall int i :: 1 <= i < a.length ==> a[i] = 0); { assume false; } }",
        expected: &[("C.z", "weakened")],
    },
    Case {
        name: "old is no longer asked for",
        old: "class C { int x; void inc() requires acc(x); ensures acc(x) * x = old(x) + 1; { x := x + 1; } }",
        new: "class C { int x; void inc() requires acc(x); ensures acc(x) * x = x + 0; { x := x + 1; } }",
        expected: &[("C.inc", "weakened")],
    },
    Case {
        name: "a ghost field is left out",
        old: "class C { int x; ghost int g; void m() requires acc(x) * acc(g); ensures acc(x) * acc(g) * g = x; { g := x; } }",
        new: "class C { int x; ghost int g; void m() requires acc(x) * acc(g); ensures acc(x) * acc(g); { g := x; } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a field that a contract names is removed",
        old: "class C { int x; int y; void m() requires acc(x) * acc(y); ensures acc(x) * acc(y); { } }",
        new: "class C { int x; void m() requires acc(x); ensures acc(x); { } }",
        expected: &[("C.m", "changed")],
    },
    Case {
        name: "a field has another type",
        old: "class C { int x; void m() requires acc(x); ensures acc(x); { } }",
        new: "class C { boolean x; void m() requires acc(x); ensures acc(x); { } }",
        expected: &[("C.m", "changed")],
    },
    Case {
        name: "a lemma promises less",
        old: "class C { static pure int f(int n) { return n; } lemma static void l(int n) ensures C.f(n) = n; { } }",
        new: "class C { static pure int f(int n) { return n; } lemma static void l(int n) requires n > 0; ensures C.f(n) = n; { } }",
        expected: &[("C.l", "weakened")],
    },
    Case {
        name: "an interface's contract is judged for the classes that implement it",
        old: "interface S { predicate v(); void m() requires v(); ensures v();; } \
              class T implements S { int x; predicate v() { return acc(x) * x > 0; } T() ensures v(); { x := 1; } void m() { } }",
        new: "interface S { predicate v(); void m() requires v();; } \
              class T implements S { int x; predicate v() { return acc(x) * x > 0; } T() ensures v(); { x := 1; } void m() { } }",
        expected: &[("S.m", "weakened"), ("T.m", "weakened"), ("T.v", "kept")],
    },
];

/// In Java.
pub const JAVA: &[Case] = &[
    Case {
        name: "a method may end with an exception that none could before",
        old: "class C { //@ ensures true;\n static void m(int n) { RuntimeException e = null; } }",
        new: "class C { //@ ensures true;\n //@ signals (RuntimeException e) true;\n \
              static void m(int n) { if (n > 1) throw new RuntimeException(); } }",
        expected: &[("C.m", "weakened")],
    },
    Case {
        name: "a method ends with an exception no more",
        old: "class C { //@ ensures true;\n //@ signals (RuntimeException e) true;\n \
              static void m(int n) { if (n > 1) throw new RuntimeException(); } }",
        new: "class C { //@ ensures true;\n static void m(int n) { RuntimeException e = null; } }",
        expected: &[("C.m", "strengthened")],
    },
    Case {
        name: "more is said of an exception",
        old: "class C { int x;\n //@ requires acc(x) * x == 0;\n //@ ensures acc(x);\n \
              //@ signals (RuntimeException e) acc(x);\n void m() { throw new RuntimeException(); } }",
        new: "class C { int x;\n //@ requires acc(x) * x == 0;\n //@ ensures acc(x);\n \
              //@ signals (RuntimeException e) acc(x) * x == 0;\n void m() { throw new RuntimeException(); } }",
        expected: &[("C.m", "strengthened")],
    },
    Case {
        name: "type arguments change",
        old: "import java.util.List; class A {\n //@ requires l != null;\n static void m(List<String> l) { } }",
        new: "import java.util.List; class A {\n //@ requires l != null;\n static void m(List<Integer> l) { } }",
        expected: &[("A.m", "changed+kept")],
    },
    Case {
        name: "type parameters have other names, and a type is qualified",
        old: "import java.util.List; class A {\n //@ requires l != null;\n static <T> void m(List<T> l) { } }",
        new: "import java.util.List; class A {\n //@ requires l != null;\n static <U> void m(java.util.List<U> l) { } }",
        expected: &[("A.m", "kept")],
    },
    Case {
        name: "a type parameter gets a bound",
        old: "class B { } class A {\n //@ requires l != null;\n static <T> void m(T l, Object o) { } }",
        new: "class B { } class A {\n //@ requires l != null;\n static <T extends B> void m(T l, Object o) { } }",
        expected: &[("A.m", "changed+kept")],
    },
    Case {
        name: "a supertype gets another type argument",
        old: "interface Box<T> { } class B { } class A implements Box<B> { }",
        new: "interface Box<T> { } class B { } class A implements Box<A> { }",
        expected: &[("A", "changed")],
    },
    Case {
        name: "a class becomes a supertype's",
        old: "interface I { } class A { }",
        new: "interface I { } class A implements I { }",
        expected: &[("A", "")],
    },
    Case {
        name: "classes and fields become less visible",
        old: "public class A { public int x; protected int y; int z; public final int f = 3; }",
        new: "class A { int x; protected final int y = 0; private int z; public int f = 3; }",
        expected: &[
            ("A", "removed"),
            ("A.x", "removed"),
            ("A.y", "changed"),
            ("A.z", ""),
            ("A.f", "changed"),
        ],
    },
    Case {
        name: "a public field is gone",
        old: "public class A { public int x; }",
        new: "public class A { public long y; }",
        expected: &[("A.x", "removed")],
    },
    Case {
        name: "a class becomes an interface",
        old: "abstract class A { }",
        new: "interface A { }",
        expected: &[("A", "changed")],
    },
    Case {
        name: "another class gets a nested class of the same name",
        old: "class I { static class K {\n //@ ensures \\result == 1;\n static int m() { return 1; } } }",
        new: "class I { static class K {\n //@ ensures \\result == 1;\n static int m() { return 1; } } } class J { static class K {\n //@ ensures \\result == 2;\n static int m() { return 2; } } }",
        expected: &[("I.K.m", "kept"), ("J.K.m", "added")],
    },
    Case {
        name: "nested classes of one name change places",
        old: "class I { static class K {\n //@ ensures \\result == 1;\n static int m() { return 1; } } } class J { static class K {\n //@ ensures \\result == 2;\n static int m() { return 2; } } }",
        new: "class I { static class K {\n //@ ensures \\result == 2;\n static int m() { return 2; } } } class J { static class K {\n //@ ensures \\result == 1;\n static int m() { return 1; } } }",
        expected: &[("I.K.m", "changed"), ("J.K.m", "changed")],
    },
    Case {
        name: "a parameter has the nested class of the same name of another class",
        old: "class I { static class K { } } class J { static class K { }\n static void m(K k) { } }",
        new: "class I { static class K { } } class J { static class K { }\n static void m(I.K k) { } }",
        expected: &[("J.m", "changed")],
    },
    Case {
        name: "a contract is weaker",
        old: "class A { int x;\n //@ requires acc(x); ensures acc(x) * x == v;\n void set(int v) { x = v; } }",
        new: "class A { int x;\n //@ requires acc(x); ensures acc(x);\n void set(int v) { x = v; } }",
        expected: &[("A.set", "weakened")],
    },
    Case {
        name: "a contract moves into a comment that is not read",
        old: "class A { int x;\n //@ requires acc(x); ensures acc(x) * x == v;\n void set(int v) { x = v; } }",
        new: "class A { int x;\n // requires acc(x); ensures acc(x) * x == v;\n void set(int v) { } }",
        expected: &[("A.set", "weakened")],
    },
    Case {
        name: "a range is written in other words",
        old: "class A {\n //@ requires 0 <= i && i < 10; ensures \\result == i;\n static int id(int i) { return i; } }",
        new: "class A {\n //@ requires !(i < 0) && i <= 9; ensures \\result == i;\n static int id(int i) { return i; } }",
        expected: &[("A.id", "kept")],
    },
    Case {
        name: "a parameter gets a wider type",
        old: "class A {\n //@ ensures \\result;\n static boolean t(int i) { return true; } }",
        new: "class A {\n //@ ensures \\result;\n static boolean t(long i) { return true; } }",
        expected: &[("A.t", "changed")],
    },
    Case {
        name: "a constant of an enumeration is asked for",
        old: "enum Color { RED, GREEN } class A {\n //@ requires c != null;\n static void paint(Color c) { } }",
        new: "enum Color { RED, GREEN } class A {\n //@ requires c == Color.RED || c == Color.GREEN;\n static void paint(Color c) { } }",
        expected: &[("A.paint", "kept")],
    },
    Case {
        name: "fewer constants are allowed",
        old: "enum Color { RED, GREEN } class A {\n //@ requires c != null;\n static void paint(Color c) { } }",
        new: "enum Color { RED, GREEN } class A {\n //@ requires c == Color.RED;\n static void paint(Color c) { } }",
        expected: &[("A.paint", "weakened")],
    },
    Case {
        name: "the meaning of a library's class is kept",
        old: "import java.util.List; class A {\n //@ requires l.valid(); ensures l.valid() * l.contents() == \\old(l.contents());\n static void m(List<String> l) { } }",
        new: "import java.util.List; class A {\n //@ requires l.valid(); ensures l.valid();\n static void m(List<String> l) { } }",
        expected: &[("A.m", "weakened")],
    },
];
