abstract class I {
  void g() { int y = 3;
  abstract int ov(int x); }
  //@ ensures \result == 1;
  abstract int ov(long x);
}
