// Guards against: the text of an object in `+` made after what stands behind it, or not at all.
class Texts {
  int x;
  static int n;

  //@ requires acc(Texts.n);
  //@ ensures acc(Texts.n) * Texts.n == 1;
  public String toString() {
    n = 1;
    return "x";
  }

  //@ requires acc(Texts.n);
  //@ ensures acc(Texts.n) * Texts.n == 2;
  static String two() {
    n = 2;
    return "two";
  }

  //@ requires acc(Texts.n) * p != null;
  //@ ensures acc(Texts.n);
  static void first(Texts p) {
    String s = p + Texts.two(); //~ unsupported
  }

  //@ requires acc(Texts.n) * p != null;
  //@ ensures acc(Texts.n);
  static void inBrackets(Texts p, Texts q) {
    String s = "z" + (p + ("" + q)); //~ unsupported
  }

  //@ requires acc(Texts.n) * p != null;
  //@ ensures acc(Texts.n);
  static void added(Texts p) {
    String s = "";
    s += p + Texts.two(); //~ unsupported
  }

  //@ requires acc(Texts.n) * acc(a.elems) * a.length == 2 * Texts.n == 5 * p != null;
  //@ ensures acc(Texts.n) * acc(a.elems);
  static void elements(Texts p, String[] a) {
    String s = p + a[Texts.n]; //~ unsupported
  }

  //@ requires acc(Texts.n) * Texts.n == 0 * p != null;
  //@ ensures acc(Texts.n);
  static void divided(Texts p) {
    String s = "" + p + 10 / (1 - Texts.n); //~ unsupported
  }

  //@ requires acc(Texts.n) * p != null;
  //@ ensures acc(Texts.n);
  static void cast(Texts p, Object o) {
    String s = p + (String) o; //~ unsupported
  }

  //@ requires acc(Texts.n);
  //@ ensures acc(Texts.n) * Texts.n == 2;
  static String explicit(Texts p) {
    if (p == null) {
      return two();
    }
    String s = p.toString() + ", " + Texts.two();
    return "" + p.toString() + Texts.two();
  }

  //@ requires acc(Texts.n);
  //@ ensures acc(Texts.n);
  static String plain(Texts p, Texts q, int k, boolean b) {
    return "" + p + ", " + q + k + b + (b ? "a" : "b") + p;
  }
}

class Pure {
  int x;

  //@ requires acc(this.x, 1/2) * x != 0;
  /*@ pure @*/ public String toString() {
    return "p";
  }

  //@ requires acc(this.x);
  //@ ensures acc(this.x) * x == 3;
  int three() {
    x = 3;
    return 3;
  }

  //@ requires acc(this.x) * x != 0;
  //@ ensures acc(this.x);
  void shown() {
    String s = "p " + this;
  }

  //@ requires acc(this.x);
  //@ ensures acc(this.x);
  void bare() {
    String s = "p " + this; //~ precondition:may-not-hold
  }

  //@ requires acc(this.x) * x != 0;
  //@ ensures acc(this.x);
  void later() {
    String s = "p " + this + three(); //~ unsupported
  }
}

class Thrower {
  //@ signals (IllegalStateException e) true;
  public String toString() {
    throw new IllegalStateException();
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int caught(Thrower t) {
    try {
      String s = "a" + t;
      return 1;
    } catch (IllegalStateException e) {
      return 2;
    }
  }

  static void escapes(Thrower t) {
    String s = "a" + t; //~ assert:may-not-hold
  }
}
