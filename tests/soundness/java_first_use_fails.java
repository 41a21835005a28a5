// Guards against: a handler that is taken not to be reached, because no name tells of what the first use of a class runs.
class FirstUseFails {
  enum E {
    A;

    E() {
      Integer.parseInt("x"); //~ unsupported
    }

    static int h() {
      return 1;
    }

    static class In {
      static E a() {
        return A;
      }

      static int b() {
        return h();
      }
    }
  }

  static class C {
    static final E e = E.A;
  }

  enum Told {
    A;

    //@ signals (RuntimeException e) true; //~ unsupported
    Told() {
      throw new IllegalStateException(); //~ unsupported
    }

    static int h() {
      return 1;
    }
  }

  //@ ensures \result == 0;
  static int nested() {
    try {
      E.In.a();
      return 0;
    } catch (Throwable t) {
      return 7;
    }
  }

  //@ ensures \result == 0;
  static int called() {
    try {
      E.In.b();
      return 0;
    } catch (Throwable t) {
      return 7;
    }
  }

  //@ ensures \result == 0;
  static int read() {
    try {
      E x = C.e; //~ unsupported
      return 0;
    } catch (Throwable t) {
      return 7;
    }
  }

  //@ ensures \result == 0;
  static int told() {
    try {
      Told e = Told.A; //~ unsupported
      return 0;
    } catch (Error t) {
      return 7;
    }
  }

  //@ ensures \result == 0;
  static int toldCalled() {
    try {
      Told.h();
      return 0;
    } catch (Error t) {
      return 7;
    }
  }
}
