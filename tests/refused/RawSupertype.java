// A class that is refused for its supertype overrides what that has.
class G<X> { /*@ pure @*/ int f() { return 1; } }
class D extends G { /*@ pure @*/ int f() { return 2; } }
interface I { /*@ pure @*/ int g(); }
interface J<X> extends I { /*@ pure @*/ default int g() { return 1; } }
class C implements J { /*@ pure @*/ public int g() { return 2; } }
class T { //@ requires a != null;
 static void m(G<Object> a) { /*@ assert a.f() == 1; @*/ }
//@ requires i != null;
 static void n(J<Object> i) { /*@ assert i.g() == 1; @*/ } }
class U { static int v() { return 2; } }
// verified: U.v
// unknown: G.f, I.g, J.g, T.m, T.n
// refused: D.f, C.g
