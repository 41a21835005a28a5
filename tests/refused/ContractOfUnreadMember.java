// The contract of a member that cannot be read stands before the next member.
class A { /*@ pure @*/ int f() { return 1; } }
class B extends A {
    //@ ensures true;
    int f() -> 2;
    void k() { }
}
class T { //@ requires a != null;
    static void m(A a) { /*@ assert a.f() == 1; @*/ } }
class U { int v() { return 2; } }
// refused: A.f, B.k, B.B, T.m, U.v
