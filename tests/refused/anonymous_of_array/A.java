class A<X> { A() { } /*@ pure @*/ int f() { return 1; } }
