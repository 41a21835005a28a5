class A { int x; /*@ predicate v() { return acc(x); } @*/ }
class B extends A { /*@ v() { return true; } @*/ }
class T { //@ requires a.v() * b.v();
 static void m(A a, A b) { /*@ assert a != b; @*/ } }
