// Guards against: a method beside one of `Object` where Java means that of `Object`.
class Point {
  int x;

  //@ ensures \result;
  boolean equals(Point other) {
    return true;
  }

  //@ ensures \result;
  boolean equals(int other) {
    return true;
  }

  static void m(Point p, Spot q, Base b, Object o) {
    if (p != null && q != null && b != null) {
      boolean own = p.equals(q) && p.equals(3) && q.equals(p);
      boolean one = p.equals(b); //~ unsupported
      boolean two = p.equals(o); //~ unsupported
      boolean three = b.equals(p); //~ unsupported
      boolean four = p.equals("a"); //~ unsupported
    }
  }
}

class Spot extends Point {
}

class Base {
}

class Above extends Base {
  public boolean equals(Object o) {
    return true;
  }
}

class Ghostly {
  //@ ghost pure boolean equals(Ghostly other) { return true; }

  static void m(Ghostly g) {
    boolean b = g.equals(g); //~ unsupported
  }
}
