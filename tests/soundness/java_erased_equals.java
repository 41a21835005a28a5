// Guards against: a method beside `equals(Object)` in its place.
class Box<T> {
  T v;
}

class Point {
  int x;

  //@ ensures \result;
  boolean equals(Point other) {
    return true;
  }

  static void m(Point p, Object o) {
    boolean b = p.equals(o); //~ unsupported
  }
}
