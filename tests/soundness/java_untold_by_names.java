// Guards against: an exception that is taken not to occur, because what is called is known by an interface with
// contracts, or says a text.
import java.math.BigInteger;
import java.util.Formatter;

class UntoldByNames {
  static String text(Formatter f) {
    return f == null ? "" : f.toString();
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int closed(Formatter f) {
    if (f != null) {
      f.close();
    }
    try {
      text(f);
    } catch (RuntimeException e) {
      return 1;
    }
    return 0;
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int compared() {
    Comparable<BigInteger> c = BigInteger.ONE;
    try {
      c.compareTo(null);
    } catch (NullPointerException e) {
      return 1;
    }
    return 0;
  }

  //@ ensures \result == 0;
  static int suppressed() {
    RuntimeException m = new RuntimeException();
    try {
      m.addSuppressed(m); //~ precondition:may-not-hold
    } catch (IllegalArgumentException e) {
      return 1;
    }
    return 0;
  }

  static void suppressesNull() {
    new RuntimeException().addSuppressed(null); //~ precondition:may-not-hold
  }

  //@ ensures \result == 0;
  static int property(String s) {
    try {
      System.getProperty(s); //~ precondition:may-not-hold //~ precondition:may-not-hold
    } catch (RuntimeException e) {
      return 1;
    }
    return 0;
  }

  static void variable() {
    System.getenv(null); //~ precondition:may-not-hold
  }
}
