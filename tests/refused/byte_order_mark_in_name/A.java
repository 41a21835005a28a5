class Foo { /*@ pure @*/ int f() { return 1; } }
