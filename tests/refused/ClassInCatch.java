// A class in a `catch` block overrides `f`.
interface I { /*@ pure @*/ default int g() { return 1; } }
class A { /*@ pure @*/ int f() { return 1; } }
class B { void k() { try { } catch (Exception e) { class B extends A { /*@ pure @*/ int f() { return 2; } } } } }
class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ }
//@ requires i != null;
 static void n(I i) { /*@ assert i.g() == 1; @*/ } }
class U { //@ ensures \result == 2;
 int v() { return 2; } }
// verified: I.g, T.n, U.v
// unknown: A.f, T.m
// refused: B.k
