/** Pure methods of one name are different functions. */
class Values {
  static /*@ pure @*/ long f(int x) {
    return 1;
  }

  static /*@ pure @*/ long f(long x) {
    return 2;
  }

  //@ predicate q(int x) { return true; }
  //@ predicate q(boolean x) { return false; }

  //@ requires q(1);
  void m(int i, long l) {
    assert f(i) == 1 && f(l) == 2;
    //@ assert f(1) == f(i);
    //@ assert q(i == l); //~ assert
  }

  static void same(int i, long l) {
    if (i == l) {
      assert f(i) == f(l); //~ assert:may-not-hold
    }
  }
}
