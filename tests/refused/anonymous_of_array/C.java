class C<X> { /*@ pure @*/ int f() { return 1; } }
