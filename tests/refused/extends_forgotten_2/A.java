class A { int x; A(int i) { } /*@ pure @*/ int f() { return 1; } }
class B { int y; B() { super(4); } /*@ pure @*/ int f() { return 2; } }
class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ } }
