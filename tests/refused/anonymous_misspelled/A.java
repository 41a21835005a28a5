class A { Object o = nwe Misspelt(1) { /*@ pure @*/ int f() { return 2; } }; }
