// The first use of `Y` runs that of `X`, whose refused value writes what a caller holds.
// verified: O.set, Y.s
// unknown: T.a
class O {
  static int cnt;
  //@ requires acc(cnt);
  //@ ensures acc(cnt) * cnt == 7;
  static int set() { cnt = 7; return 1; }
}
class X {
  static final int K = Integer.parseInt("5");
  static int q = O.set();
}
class Y {
  static final int N = X.K;
  static int s() { return 1; }
}
class T {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void a() { int q = Y.s(); }
}
