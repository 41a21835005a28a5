class T {
  //@ requires b != null;
  //@ ensures \result == 1;
  static int i(I b) { return b.ov(2); }
  //@ requires b != null;
  //@ ensures \result == 1;
  static int j(J b) { return b.ov(2); }
  static int k() { return 2; }
}
