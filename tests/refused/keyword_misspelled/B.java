class B extend A { /*@ pure @*/ int f() { return 2; } }
