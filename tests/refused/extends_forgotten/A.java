class A { int x; /*@ predicate ok() { return acc(x); } @*/ /*@ pure @*/ int f() { return 1; } }
class B { int y; /*@ predicate ok() { return super.ok() * acc(y); } @*/ /*@ pure @*/ int f() { return super.f() + 1; } }
class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ }
 //@ requires a.ok();
 static void o(A a) { /*@ open a.ok(); @*/ } }
