class A { /*@ pure @*/ int f() { return 1; } }
class B extends A { int y; }
  /*@ pure @*/ int f() { return 2; } 
class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ } }
