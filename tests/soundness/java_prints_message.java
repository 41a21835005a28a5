// Guards against: `printStackTrace`, which calls members of the exception's class.
class PrintsMessage {
  static class X extends RuntimeException {
    public String getMessage() {
      Integer.parseInt("x");
      return "";
    }
  }

  //@ ensures \result == 0;
  static int prints() {
    try {
      new X().printStackTrace(); //~ unsupported
      return 0;
    } catch (NumberFormatException t) {
      return 7;
    }
  }
}
