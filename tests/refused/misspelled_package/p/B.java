pakage p; class B extends A { /*@ pure @*/ public int f() { return 2; } }
