// An anonymous class whose type has an annotation with arguments.
// unknown: A.f, T.m
// refused: U.n
class A { /*@ pure @*/ int f() { return 1; } }
class T { //@ requires a != null; ensures \result == 1;
 static int m(A a) { return a.f(); } }
class U { static void n() { try { T.m(new @N(1) A() { int f() { return 3; } }); } finally { } } }

