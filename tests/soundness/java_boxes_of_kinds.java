// Guards against: boxes of two kinds that stay what they are beside one another, and constants that are no constants.
import java.util.ArrayList;
import java.util.List;

class BoxesOfKinds {
  //@ requires i != null && l != null;
  static void kind(boolean c, Integer i, Long l) {
    Object o = c ? i : l;
    if (c) {
      assert o instanceof Integer; //~ assert
    }
  }

  static void caught(boolean c) {
    Integer i = null;
    Long l = 1L;
    int r = 0;
    try {
      Object o = c ? i : l;
      r = 2;
    } catch (NullPointerException e) {
      r = 1;
    }
    assert r == 2; //~ assert
  }

  static void lists(boolean c) {
    List<Integer> b = new ArrayList<>();
    b.add(1);
    List<Long> d = new ArrayList<>();
    d.add(1L);
    Object o = c ? b.get(0) : d.get(0);
    assert !c || o instanceof Integer; //~ assert
  }

  static Object beside(boolean c, Object o, Integer i) {
    return c ? o : i; //~ unsupported
  }

  static void numbers() {
    Number a = 1000;
    Number b = 1000;
    boolean x = a == b;
    assert x; //~ assert
  }

  static void constant(boolean c) {
    final double d = 66.0;
    Object o = c ? 'a' : (int) d;
    assert o instanceof Integer; //~ assert
  }

  static void product(boolean c) {
    final int d = 66;
    Object o = c ? 'a' : (int) (d * 1.0);
    assert o instanceof Integer; //~ assert
  }

  //@ ensures \result == 1;
  static int f(char c) { return 1; }

  //@ ensures \result == 2;
  static int f(int c) { return 2; }

  static void call(boolean c) {
    final double d = 66.0;
    int r = f(c ? 'a' : (int) d);
    assert r == 2; //~ assert
  }
}
