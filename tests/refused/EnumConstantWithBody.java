// A constant of an `enum` overrides `f`.
enum E { R { int f() { return 2; } }, G; /*@ pure @*/ int f() { return 1; } }
class T { //@ requires e != null;
 static void m(E e) { /*@ assert e.f() == 1; @*/ } }
class U { int v() { return 2; } }
// verified: U.v
// unknown: T.m
// refused: E.f
