record P(int x) { static A o = new A() /*@ pure @*/ { int f() { return 2; } }; }
class Q { static void q() { assert true : "x"; } }
