// Guards against: a simple name that is taken for that of a class around, where the class inherits one from Java's
// classes that no contract describes.
import java.util.ArrayList;
import java.util.Comparator;

class NamesAround {
  static final int modCount = 99;

  //@ ensures \result == 1;
  static int negated() {
    return 1;
  }

  static Comparator<String> reversed() {
    return null;
  }

  static StackTraceElement[] getStackTrace() {
    return null;
  }

  static int ordinal() {
    return 4;
  }

  static int wait(int n) {
    return n;
  }

  static class Compares implements Comparator<String> {
    public int compare(String a, String b) {
      return 0;
    }

    //@ ensures \result == null;
    Object inherited() {
      return reversed(); //~ unsupported
    }

    //@ ensures \result == 1;
    int outer() {
      return negated();
    }
  }

  static class Holds extends ArrayList<String> {
    //@ ensures \result == 99;
    int field() {
      return modCount; //~ unsupported
    }

    // Nobody knows what is not public.
    int any() {
      return negated(); //~ unsupported
    }
  }

  static class Own extends RuntimeException {
    //@ ensures \result == null;
    Object trace() {
      return getStackTrace(); //~ unsupported
    }

    //@ ensures \result == 1;
    int outer() {
      return negated();
    }
  }

  enum Kind {
    FIRST;

    //@ ensures \result == 1;
    int outer() {
      return negated();
    }

    //@ ensures \result == 4;
    int number() {
      return ordinal(); //~ unsupported
    }
  }

  static class Plain {
    //@ ensures \result == 1;
    int outer() {
      return negated();
    }

    void waits() {
      int n = wait(3); //~ unsupported
    }
  }
}
