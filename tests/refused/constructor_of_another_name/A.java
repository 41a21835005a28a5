class A { /*@ pure @*/ int f() { return 1; } void h() { } }
class B extends A { h() { } }
