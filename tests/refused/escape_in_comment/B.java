class C { } // \u000a class B extends A { /*@ pure @*/ int f() { return 2; } }
