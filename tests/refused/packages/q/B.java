package q; import p.A class B extends A { /*@ pure @*/ public int f() { return 2; } }
