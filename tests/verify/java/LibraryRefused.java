import java.util.ArrayList;
import java.util.BitSet;
import java.util.Optional;

/** What no contract covers is refused by name; the class Math of the course is not declared here. */
class Shape {
  boolean equals(Shape other) {
    return true;
  }
}

class Refused {
  static void missing(BitSet set) {
  }

  static void members(ArrayList<Shape> list, Shape s, Optional<Shape> o) {
    list.contains(s); //~ unsupported
    boolean b = o.equals(o); //~ unsupported
    boolean c = s.equals(s);
    boolean d = s.equals(o); //~ unsupported
    int n = Math.max(1, 2);
  }

  static void overloads(Shape s, boolean b) {
    System.out.println(s); //~ unsupported
    int n = Math.abs(b); //~ unsupported
    String t = String.valueOf(s); //~ unsupported
    String u = new String();
  }

  static <T> boolean erased(T t, Object o) {
    System.out.println(t); //~ unsupported
    return o.equals(t); //~ unsupported
  }

  static /*@ pure @*/ boolean same(String a, String b) {
    return a == b; //~ not-allowed-here
  }
}
