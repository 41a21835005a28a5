// Guards against: the first use of a class that ends with an exception, where it is not seen that there is one.
import java.util.Vector;

class Ends {
  //@ ensures \result == 0;
  static int ofPure() {
    try {
      int z = Fails.f(); //~ unsupported
      return 0;
    } catch (Throwable t) {
      return 1;
    }
  }

  //@ ensures \result == 0;
  static int throughPure() {
    try {
      int z = new Through().g(); //~ unsupported
      return 0;
    } catch (Throwable t) {
      return 1;
    }
  }

  static int uncaught() {
    return Fails.f() + new Through().g();
  }

  //@ ensures \result == 0;
  static int ofNull() {
    try {
      String z = Fails.NONE; //~ unsupported
      return 0;
    } catch (Throwable t) {
      return 1;
    }
  }

  //@ ensures \result == 0;
  static int ofText() {
    try {
      String z = Fails.TEXT;
      return 0;
    } catch (Throwable t) {
      return 1;
    }
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int leaked(Leaked d) {
    if (d == null) {
      return 0;
    }
    try {
      d.get();
      return 0;
    } catch (Throwable t) {
      return 1;
    }
  }
}

class Fails {
  static final String NONE = null;
  static final String TEXT = "text";
  static int k;

  static {
    k = Integer.parseInt("x");
  }

  /*@ pure @*/ static int f() {
    return 3;
  }
}

class Through {
  /*@ pure @*/ int g() {
    return Fails.f();
  }
}

class Holder {
  static final Vector<Leaked> ALL = new Vector<Leaked>();
}

class Leaked {
  static final int X;

  static {
    X = 4;
    Vector<Leaked> all = Holder.ALL;
    if (all != null) {
      all.add(new Leaked());
    }
    Integer.parseInt("x");
  }

  int get() {
    return X;
  }
}

class Throws {
  static final int N = f(); //~ unsupported
  static final Throws ONE = new Throws(); //~ unsupported

  //@ signals (IllegalStateException e) true;
  static int f() {
    throw new IllegalStateException();
  }

  //@ signals (IllegalStateException e) true;
  Throws() {
    throw new IllegalStateException();
  }
}

enum Early implements Begun {
  A,
  B;
}

enum Plain {
  C,
  D;
}

interface Begun {
  Reads X = new Reads();

  default void d() {}
}

class Reads {
  Reads() {
    Early e = Early.A; //~ unsupported
    Plain p = Plain.C;
    //@ assert p != null;
  }
}
