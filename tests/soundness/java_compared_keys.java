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
}
