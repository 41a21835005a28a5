class C { /*@ pure @*/ int f() { return 1; } }
