class S implements I {
  public /*@ pure @*/ int f() { return 1; }
  public void s() { }
  int own() { return 2; }
  static int other(S s) { return 2; }
  static int above(I i) { return 2; }
}
