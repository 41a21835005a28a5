class D { /*@ pure @*/ int f() { return 1; } }
