class A { /*@ pure @*/ int f() { return 1; } }
