// An error in the second of two fields that are declared together hides both names.
class A { int x, y[]; }
class F { /*@ ensures \result == 1; @*/ static int f(int i) { return 1; }
          /*@ ensures \result == 2; @*/ static int f(Object b) { return 2; } }
class T { /*@ requires a != null && acc(a.y); @*/
  static void m(A a) { int i = F.f(a.y); /*@ assert i == 1; @*/ } }
// verified: F.f(int), F.f(Object)
// unknown: T.m
