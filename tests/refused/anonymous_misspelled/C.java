class C { Object o = new Brace(1) /*@ pure @*/ int f() { return 2; } }; }
