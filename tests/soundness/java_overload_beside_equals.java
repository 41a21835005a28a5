// Guards against: the method of another type of parameter in the place of `equals(Object)`.
class Base {
}

class Above extends Base {
  public boolean equals(Object o) {
    return true;
  }

  //@ ensures !\result;
  boolean equals(Above o) {
    return false;
  }

  static void m(Above a, Base b, Object o) {
    if (a != null) {
      boolean own = a.equals(a) || a.equals(null);
      assert !own;
      boolean one = a.equals(b);
      assert !one; //~ assert
    }
  }
}
