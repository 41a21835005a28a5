class Nullable {
  /*@Nullable
    @ ensures \result == 0; @*/
  static int m() { return 2; }

  //@formatter:off ensures \result == 2;
  static int off() { return 1; }
}
