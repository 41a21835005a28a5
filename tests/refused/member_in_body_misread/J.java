interface J {
  default void g() { int y = 3;
  int ov(int x); }
  //@ ensures \result == 1;
  int ov(long x);
}
