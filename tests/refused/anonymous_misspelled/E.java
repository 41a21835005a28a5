class E { int = 3; /* x * / Object o = new Comment(1) { /*@ pure @*/ int f() { return 2; } }; /* */ }
