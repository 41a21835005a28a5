// A class inside of another one, of the same name, overrides `f`.
interface I { /*@ pure @*/ default int g() { return 1; } }
class A { /*@ pure @*/ int f() { return 1; } }
class B { Object o = 1; class B extends A { int f() { return 2; } }  }
class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ }
//@ requires i != null;
 static void n(I i) { /*@ assert i.g() == 1; @*/ } }
class U { //@ ensures \result == 2;
 int v() { return 2; } }
// refused: I.g, A.f, B.B, T.m, T.n, U.v
