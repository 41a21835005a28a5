class B { Object g() { return Forgotten() { /*@ pure @*/ int f() { return 2; } }; } }
