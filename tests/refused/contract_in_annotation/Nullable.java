class Nullable {
  /*@Nullable
    @ ensures \result == 0; @*/
  static int m() { return 2; }
}
