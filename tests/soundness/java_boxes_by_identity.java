// Boxes of one number may be one object or two, of each kind.
import java.util.HashMap;

class T {
  static void shorts(Short a, Short b) {
    if (a == b) return;
    HashMap<Short, Integer> m = new HashMap<>();
    m.put(a, 1);
    m.put(b, 2);
    int n = m.size();
    //@ assert n == 2; //~ assert:may-not-hold
  }

  //@ requires x != null && x == y;
  //@ ensures \result; //~ postcondition:may-not-hold
  static boolean same(Byte x, Byte y) {
    return x == y;
  }
}
