// Guards against: a library that calls what overrides a member without contract, and establishes nothing.
class Mine extends RuntimeException {
  static int n;

  //@ requires acc(Mine.n);
  //@ ensures acc(Mine.n);
  public void printStackTrace(java.io.PrintStream s) { Mine.n = 2; } //~ unsupported

  //@ requires acc(Mine.n);
  //@ ensures acc(Mine.n);
  public StackTraceElement[] getStackTrace() { Mine.n = 2; return null; } //~ unsupported
}

class Use {
  //@ requires acc(Mine.n) * Mine.n == 1;
  //@ ensures acc(Mine.n) * \result == 1;
  static int m(Throwable t) {
    if (t != null) t.printStackTrace(); //~ unsupported
    return Mine.n;
  }
}
