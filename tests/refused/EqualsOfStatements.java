// A pure `equals` with an error refuses its class and what names it, not its file.
final class Point {
  private int x;
  Point(int x) { this.x = x; }
  //@ pure
  @Override public boolean equals(Object o) {
    if (!(o instanceof Point)) return false;
    return true;
  }
  static int sum() { return 1; }
}
class Use {
  static boolean same(Point p, Object q) { return p != null && p.equals(q); }
  static int one() { return 1; }
}
// verified: Use.one
// unknown: Use.same
// refused: Point.Point, Point.equals, Point.sum
