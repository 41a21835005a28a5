/** A `throws` clause says what might be thrown; that nothing is, is shown all the same. */
class Throws {
  //@ requires 0 <= n;
  //@ ensures \result == n;
  static int plain(int n) throws java.io.IOException, IllegalArgumentException { return n; }

  //@ ensures \result == n;
  static int guarded(int n) throws IllegalArgumentException {
    if (n < 0) { throw new IllegalArgumentException(); } //~ assert
    return n;
  }

  Throws() throws Exception { }

  interface Reader {
    //@ ensures 0 <= \result;
    int read() throws java.io.IOException;
  }

  //@ requires r != null;
  //@ ensures 0 <= \result;
  static int through(Reader r) throws java.io.IOException { return r.read(); }
}
