record R(int x) { }
class C extends B { /*@ pure @*/ int f() { return 2; } }
