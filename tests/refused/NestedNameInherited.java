// A class that a nearer class inherits comes before one that a class around declares.
// verified: O.set, Z.B.h, X.own, X.B.h, Y.Y
// unknown: X.apart, Y.inherited
class O {
  static int cnt;
  //@ requires acc(cnt);
  //@ ensures acc(cnt) * cnt == 7;
  static int set() { cnt = 7; return 1; }
}
class Z { static class B { static int q = O.set(); static int h() { return 1; } } }
class X {
  static class B { static int h() { return 2; } }
  static class Y extends Z {
    //@ requires acc(O.cnt) * O.cnt == 1;
    //@ ensures acc(O.cnt) * O.cnt == 1;
    int inherited() { return B.h(); }
  }
  //@ requires acc(O.cnt) * O.cnt == 1;
  //@ ensures acc(O.cnt) * O.cnt == 1;
  int own() { return B.h(); }
  //@ requires acc(O.cnt) * O.cnt == 1;
  //@ ensures acc(O.cnt) * O.cnt == 1;
  int apart() { return Z. // of Z
    B.h(); }
}
