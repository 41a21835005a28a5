record P(int x) { }
class B extends @N({1, 2}) A { /*@ pure @*/ int f() { return 2; } }
