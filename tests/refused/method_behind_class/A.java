class A { /*@ pure @*/ int f() { return 1; } }
class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ } }
class B extends A { void k() { int q = 1; } }
 public int f() { return 2; }
