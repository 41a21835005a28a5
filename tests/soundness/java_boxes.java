// Guards against: boxes that are one object wherever their numbers are, other members than Java's, and lost nulls.
import java.util.ArrayList;
import java.util.List;

class BoxAttacks {
  //@ ensures \result == 1;
  static int of(int n) { return 1; }

  //@ ensures \result == 2;
  static int of(Object o) { return 2; }

  static void phases(Integer n, int m) {
    int r = of(n);
    assert r == 2;
    r = of(m);
    assert r == 1;
    r = of(5L);
    assert r == 1; //~ assert
  }

  static int wide(long n) { return 1; }

  static int wide(Integer n) { return 2; }

  //@ requires n == 3;
  static void large(int n) {
    Integer a = 1000;
    Integer b = 1000;
    boolean one = a == b;
    boolean two = a == b;
    assert one == two; //~ assert
  }

  static void objects() {
    Object a = 1000;
    Object b = 1000;
    boolean one = a != b;
    assert !one; //~ assert
  }

  static void removed(List<Integer> all, Integer n) {
    all.remove(n); //~ unsupported
  }

  static boolean condition(Boolean b) {
    return b ? true : false; //~ null-dereference
  }

  static int branches(boolean c, Integer n) {
    return c ? n : 0; //~ null-dereference
  }

  static void caught(Integer n) {
    int r = 0;
    try {
      r = n;
      r = 1;
    } catch (NullPointerException e) {
      r = 2;
    }
    assert r == 1; //~ assert
  }

  static void kinds(Object o) {
    if (o instanceof Integer) {
      Object p = 1L;
      Integer n = (Integer) o;
      assert n == 7; //~ assert
    }
  }

  static void nan(double d) {
    Double a = d;
    assert a == d; //~ assert
  }

  static void chars(char c) {
    Object o = c;
    Object p = (int) c;
    //@ assert o != p;
    //@ assert o == p; //~ assert
  }
}
