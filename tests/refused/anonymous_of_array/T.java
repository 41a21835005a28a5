class T {
  //@ requires a != null;
  static void m(A<int[]> a) { /*@ assert a.f() == 1; @*/ }
  //@ requires c != null;
  static void n(C<int[]> c) { /*@ assert c.f() == 1; @*/ }
  static int o() { return 1; }
}
