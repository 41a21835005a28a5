// The refused value of a static field might read a field of `null`, or unbox it.
// verified: Y.s, Z.s
// unknown: T.a, T.b
class P { int v; }
class X { static P p = null; static final java.lang.Integer K = null; }
class Y { static int n = X.p.v; static int s() { return 1; } }
class Z { static final int N = X.K; static int s() { return 1; } }
class T {
  static void a() {
    try { int q = Y.s(); } catch (Error e) { /*@ assert false; @*/ }
  }
  static void b() {
    try { int q = Z.s(); } catch (Error e) { /*@ assert false; @*/ }
  }
}
