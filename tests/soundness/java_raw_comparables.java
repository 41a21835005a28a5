// Guards against: objects of a `Comparable` or `Comparator` without type arguments, which take what nobody has checked.
import java.util.Comparator;

class Age implements Comparable<Age> {
  public int compareTo(Age other) {
    return 0;
  }
}

class Raw {
  static int compared(Comparable a, Object b) {
    return a == null ? 0 : a.compareTo(b); //~ unsupported
  }

  static int comparedBy(Comparator c, Object a, Object b) {
    return c == null ? 0 : c.compare(a, b); //~ unsupported
  }

  static int converted(Comparable a) {
    Comparable<String> texts = a; //~ type-mismatch
    return 0;
  }

  static void handedOn(Comparable a) {
    takes(a); //~ type-mismatch
  }

  static void takes(Comparable<Age> a) { }

  static Comparable<Age> returned(Comparable a) {
    return a; //~ type-mismatch
  }

  static void otherKind(Comparable a) {
    Comparator c = (Comparator) a; //~ cast
  }

  static void notOne(Object o) {
    Comparable c = (Comparable) o; //~ cast
  }

  static Comparable fine(Age age, Comparable[] all, int i) {
    Comparable one = age;
    Comparable[] copy = new Comparable[3];
    copy[0] = one;
    if (age instanceof Comparable) {
      one = (Comparable) age;
    }
    return copy[0];
  }
}

class Implements implements Comparable { //~ unsupported
  public int compareTo(Object o) {
    return 0;
  }
}
