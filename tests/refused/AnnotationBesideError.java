// Annotations that change the code, beside a statement that cannot be read.
class A { //@ ensures \result == 2;
 /*@ private @*/ static int f() { return /*@ 1 + @*/ 1; } //@ int y
 void z() { int x = = 3; } } class T { //@ ensures \result == 2;
 static int m() { return A.f(); } }
class U { int v() { return 2; } }
// refused: A.f, A.z, T.m, U.v
