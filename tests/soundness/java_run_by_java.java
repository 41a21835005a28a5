// Guards against: members that Java runs without a call: of operands of `+`, of causes, and for each exception.
class RunByJava {
  enum E {
    A;

    public String toString() {
      Integer.parseInt("x");
      return "";
    }
  }

  static class X extends RuntimeException {
    public String toString() {
      Integer.parseInt("x");
      return "";
    }
  }

  static int n;

  static class Y extends RuntimeException {
    //@ requires acc(n);
    //@ ensures acc(n);
    public Throwable fillInStackTrace() { //~ override-contract:insufficient-permission
      n = 5;
      return this;
    }
  }

  static void joins() {
    String s = "" + E.A;
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int joined() {
    try {
      String s = "" + E.A;
      return 0;
    } catch (RuntimeException t) {
      return 7;
    }
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int behind() {
    try {
      joins();
      return 0;
    } catch (RuntimeException t) {
      return 7;
    }
  }

  //@ ensures \result == 0;
  static int cause() {
    X x = new X();
    try {
      new IllegalStateException(x); //~ unsupported
      return 0;
    } catch (NumberFormatException t) {
      return 7;
    }
  }
}

class Finalized {
  static int n;

  //@ requires acc(n);
  //@ ensures acc(n);
  protected void finalize() { //~ unsupported
    n = 5;
  }
}
