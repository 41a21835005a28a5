// What a first use calls is relied on by its contract, as by every caller: only what names a class whose first use runs
// what was refused depends on that.
// verified: O.set, Y.static, Y.sets, Y.s, E.s, T.uses
// unknown: Y.calls, D.D, T.made, T.names
class O {
  static int cnt;
  //@ requires acc(cnt);
  //@ ensures acc(cnt) * cnt == 7;
  static int set() { cnt = 7; return 1; }
}
class X { static int q = O.set(); static int k; }
class Y {
  static final Object N = calls();
  static { sets(); }
  static void sets() { }
  static Object calls() { return X.q == 1 ? null : null; }
  static int s() { return 1; }
}
class D { int a = X.q; }
class E { static final Object N = new D(); static void s() { } }
class T {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void uses() { int q = Y.s(); }
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void made() { E.s(); }
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void names() { int q = X.k; }
}
