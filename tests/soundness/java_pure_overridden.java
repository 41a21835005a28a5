// A pure member of a library might run one of the program that ends with an exception.
import java.util.Iterator;

class F {
  static int k;

  static {
    k = Integer.parseInt("x");
  }

  /*@ pure @*/ static boolean no() {
    return false;
  }
}

class Ticks implements Iterator<String> {
  private boolean isOver;

  //@ public predicate valid() { return acc(isOver); }

  //@ ensures valid();
  Ticks() {}

  //@ public ghost pure seq<Object> rest() { return isOver ? seq<Object>() : [null]; }

  public /*@ pure @*/ boolean hasNext() {
    return !isOver || F.no();
  }

  public String next() {
    isOver = true;
    return null;
  }
}

class T {
  //@ requires i.valid();
  //@ ensures \result == 0;
  static int m(Iterator<String> i) {
    try {
      boolean b = i.hasNext(); //~ unsupported
    } catch (Error e) {
      return 1;
    }
    return 0;
  }

  // Where nothing sees it, the program ends.
  //@ requires i.valid();
  //@ ensures \result == 0;
  static int n(Iterator<String> i) {
    boolean b = i.hasNext();
    return 0;
  }
}
