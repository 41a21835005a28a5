// What a pattern names is told with it, once.
// verified: P.one
// refused: P.equals, P.two
class P {
  int v;
  @Override public boolean equals(Object o) {
    if (o instanceof P p && p.v == v) { return p.v > 0; }
    return false;
  }
  static boolean two(Object o) {
    if (!(o instanceof P q)) return false;
    return q.v == 2;
  }
  static int one() { return 1; }
}
