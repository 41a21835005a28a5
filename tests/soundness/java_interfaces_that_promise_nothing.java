// Guards against: Java's own objects behind interfaces without contracts, taken for what ends without an exception.
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.regex.Pattern;

class Promises {
  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static <T extends Comparable<T>> int compared(T c) {
    if (c == null) {
      return 1;
    }
    try {
      c.compareTo(null);
      return 1;
    } catch (NullPointerException e) {
      return 2;
    }
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int tested(Predicate<String> p) {
    if (p == null) {
      return 1;
    }
    boolean ok = false;
    try {
      p.test(null);
      ok = true;
    } finally {
      return ok ? 1 : 2;
    }
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int leadsThere(Predicate<String> p) {
    try {
      tested(p);
      return 1;
    } catch (RuntimeException e) {
      return 2;
    }
  }

  static int ofPattern() {
    Pattern q = Pattern.compile("a");
    return q == null ? 1 : tested(q.asPredicate());
  }

  static int uncaught(Comparator<String> c) {
    if (c != null) {
      c.compare(null, null);
    }
    return 1;
  }
}
