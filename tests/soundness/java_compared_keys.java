// A map compares keys of one hash if their class says how.
import java.util.HashMap;
import java.util.Map;

class K implements Comparable<K> {
  public int compareTo(K o) {
    StringBuilder text = new StringBuilder();
    text.deleteCharAt(3);
    return 0;
  }
}

class T {
  //@ requires m.valid() * k != null * m.size() < 1000;
  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int m(Map<K, Integer> m, K k, Integer v) {
    try {
      m.put(k, v);
    } catch (RuntimeException e) {
      return 1;
    }
    return 0;
  }

  //@ requires m.valid() * k != null;
  //@ ensures \result == 0;
  static int get(Map<K, Integer> m, K k) {
    try {
      Integer v = m.get(k); //~ unsupported
    } catch (RuntimeException e) {
      return 1;
    }
    return 0;
  }

  //@ requires m.valid() * k != null;
  //@ ensures \result == 0;
  static int contains(HashMap<K, Integer> m, K k) {
    try {
      boolean v = m.containsKey(k); //~ unsupported
    } catch (RuntimeException e) {
      return 1;
    }
    return 0;
  }

  // Nothing sees there that a value is not given.
  //@ requires m.valid() * k != null;
  //@ ensures m.valid();
  static int size(HashMap<K, Integer> m, K k) {
    boolean v = m.containsKey(k);
    return 0;
  }
}
