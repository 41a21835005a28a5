// A ghost field has no name in code: there, its name means what it means without annotations.
class Q {
  static int run() {
    StringBuilder b = new StringBuilder();
    b.deleteCharAt(3);
    return 1;
  }

  public String toString() {
    StringBuilder b = new StringBuilder();
    b.deleteCharAt(3);
    return b.toString();
  }
}

class T {
  //@ ghost String Q;

  static int f() {
    return Q.run();
  }

  static void a() {
    try {
      int n = f();
    } catch (RuntimeException e) {
      //@ assert false; //~ assert:may-not-hold
    }
  }
}

class O {
  static Q s;

  static class In {
    //@ ghost int s;

    //@ requires acc(O.s);
    //@ ensures acc(O.s);
    static int f() {
      if (s == null) return 1;
      String x = "a" + s;
      return 1;
    }

    //@ requires acc(O.s);
    static void a() {
      try {
        int n = f();
      } catch (RuntimeException e) {
        //@ assert false; //~ assert:may-not-hold
      }
    }
  }
}
