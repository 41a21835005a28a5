// Guards against: the constructors of exceptions that make the text of a cause or of a detail, by a member that the
// program overrides.
class TextOfCauses {
  static class Ex extends RuntimeException {
    static int c;

    Ex() { }

    Ex(Throwable cause) {
      super(cause); //~ unsupported
    }

    Ex(String text, Throwable cause) {
      super(text, cause);
    }

    //@ requires acc(c);
    //@ ensures acc(c) * \result != null;
    public String toString() {
      c = 4;
      return "a";
    }
  }

  //@ requires acc(Ex.c) * Ex.c == 0;
  //@ ensures acc(Ex.c) * Ex.c == 0;
  static void cause() {
    new RuntimeException(new Ex()); //~ unsupported
  }

  //@ requires acc(Ex.c) * Ex.c == 0;
  //@ ensures acc(Ex.c) * Ex.c == 0;
  static void detail(Object any) {
    new AssertionError(any); //~ unsupported
  }

  //@ requires acc(Ex.c) * Ex.c == 0;
  //@ ensures acc(Ex.c) * Ex.c == 0;
  static void several(Throwable t) {
    new IllegalStateException("text");
    new IllegalStateException("text", t);
    new AssertionError("text");
    new RuntimeException((String) null);
  }
}
