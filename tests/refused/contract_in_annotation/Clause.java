class Clause {
  @SuppressWarnings({"a", //@ ensures \result == 0;
    "b"})
  static int m() { return 2; }
}
