/* helper
class B extends A { /*@ pure @*/ int f() { return 2; }
}
