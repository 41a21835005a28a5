// Guards against: `equals` and its like by identity where some object has its own.
interface Named {
}

class Base {
}

class Derived extends Base {
  int hash;

  public boolean equals(Object other) {
    return true;
  }
}

class Label extends Derived implements Named {
}

class Half {
  public int hashCode() {
    return 7;
  }
}

class Overridden {
  static void m(Base a, Base b, Named n, Half h, Object o) {
    boolean x = a.equals(b); //~ unsupported
    boolean y = n.equals(b); //~ unsupported
    boolean z = o.equals(b); //~ unsupported
    String s = h.toString(); //~ unsupported
  }
}
