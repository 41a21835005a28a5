class D { String s = "x; Object o = new Text(1) { /*@ pure @*/ int f() { return 2; } }; }
