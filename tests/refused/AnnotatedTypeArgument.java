// An anonymous class whose type argument has an annotation with arguments.
class A<X> { /*@ pure @*/ int f() { return 1; } }
class T { //@ requires a != null; ensures \result == 1;
 static int m(A<int[]> a) { return a.f(); } }
class U { static void n() { try { T.m(new A<@N(1) int[]>() { int f() { return 3; } }); } finally { } } }

// unknown: A.f, T.m
// refused: U.n
