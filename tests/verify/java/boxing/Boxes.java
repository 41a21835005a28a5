import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// Boxing: conversions are calls of `valueOf`, and of `intValue` and its like.
class Boxes {
  private Integer held;

  //@ ensures \result != null && \result == n;
  static Integer boxed(int n) {
    return n;
  }

  //@ requires n != null;
  //@ ensures \result == n;
  static int unboxed(Integer n) {
    return n;
  }

  static int mayBeNull(Integer n) {
    return n; //~ null-dereference
  }

  static int afterTest(Integer n) {
    if (n == null) return 0;
    return n + 1; //~ overflow
  }

  //@ requires n != null && n < 10;
  //@ ensures \result == n + 1;
  static long widened(Integer n) {
    long sum = n;
    sum += 1;
    return sum;
  }

  //@ requires acc(held) && held != null && held < 5;
  //@ ensures acc(held) && held != null && held == \old(held) + 1;
  void count() {
    held = held + 1;
  }

  static Integer call() { return null; }

  static void assigned() {
    int n = call(); //~ null-dereference
  }

  static void identity(int n) {
    Integer a = n;
    Integer b = n;
    assert a.equals(b);
    if (a == b) {
      assert a.intValue() == b.intValue();
    }
    boolean same = a == b;
    assert same; //~ assert
  }

  static void kinds(boolean flag, char c, double d) {
    Boolean b = flag;
    Character k = c;
    Double x = d;
    Long l = 3L;
    if (b) {
      assert flag;
    }
    assert k == c;
    assert l == 3;
    Object o = 5;
    assert o instanceof Integer;
    assert !(o instanceof Long);
    assert (Integer) o == 5;
    Integer chosen = flag ? 1 : null;
    assert flag || chosen == null;
    int m = chosen; //~ null-dereference
  }

  static void list() {
    List<Integer> all = new ArrayList<>();
    all.add(5);
    all.add(7);
    int first = all.get(0);
    assert first == 5;
    int sum = all.get(0) + all.get(1);
    assert sum == 12;
    assert sum == 13; //~ assert
  }

  static void counted() {
    Map<Character, Integer> counts = new HashMap<>();
    counts.put('a', 1);
    counts.put('a', counts.get('a') + 1);
    assert counts.get('a') == 2;
    assert counts.get('b') == null;
    int missing = counts.get('b'); //~ null-dereference
  }
}
