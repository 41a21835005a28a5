// Guards against: a new text or box as one that holds what no earlier one holds.
import java.util.ArrayList;
import java.util.HashMap;

class NewTexts {
  //@ ensures \result; //~ postcondition:may-not-hold
  static boolean differ() {
    String t = "a";
    String s = new String("a");
    return !s.equals(t);
  }

  //@ ensures \result; //~ postcondition:may-not-hold
  static boolean two() {
    String s = new String("a");
    Object t = new String("a");
    return !s.equals(t);
  }

  //@ requires t != null;
  static int dead(String t) {
    if (new String(t).equals(t)) {
      return 1 / 0; //~ division-by-zero
    }
    return 1;
  }

  //@ ensures \result == 2; //~ postcondition:may-not-hold
  static int keys() {
    HashMap<String, Integer> m = new HashMap<>();
    m.put("a", 1);
    m.put(new String("a"), 2);
    return m.size();
  }

  //@ requires s != null;
  //@ ensures \result != s; //~ postcondition:may-not-hold
  static String copy(String s) {
    return new String(s);
  }

  String name;

  //@ ensures acc(name) * name != "a"; //~ postcondition:may-not-hold
  NewTexts() {
    name = new String("a");
  }

  static void box(Integer t, Object u) {
    Integer s = new Integer(5);
    //@ assert s != t; //~ assert:may-not-hold
    //@ assert s != u; //~ assert:may-not-hold
  }

  static void boxes() {
    Object s = new Long(5L);
    Long t = new Long(5L);
    //@ assert s != t; //~ assert:may-not-hold
  }

  // It is some text, and no null reference.
  //@ ensures 0 <= \result;
  static int length() {
    String s = new String("c");
    Object o = new String(s);
    Integer i = new Integer(3);
    //@ assert o != null && i != null && o instanceof String;
    return s.length();
  }
}
