/** Methods and constructors of one name: the choice is Java's. */
class Overloads {
  int kind;

  //@ ensures acc(kind) * kind == 1;
  Overloads(int n) {
    kind = 1;
  }

  //@ ensures acc(kind) * kind == 2;
  Overloads(String s) {
    kind = 2;
  }

  //@ ensures \result == 1;
  static /*@ pure @*/ int m(int x) {
    return 1;
  }

  //@ ensures \result == 2;
  static /*@ pure @*/ int m(long x) {
    return 2;
  }

  //@ ensures \result == 3;
  static /*@ pure @*/ int m(Overloads x) {
    return 3;
  }

  //@ ensures \result == 4;
  static /*@ pure @*/ int m(Object x) {
    return 4;
  }

  //@ ensures \result == 5;
  static /*@ pure @*/ int m(int[] x) {
    return 5;
  }

  //@ ensures \result == 6;
  static /*@ pure @*/ int m(char x) {
    return 6;
  }

  //@ ensures \result == 7;
  static /*@ pure @*/ int m(byte x) {
    return 7;
  }

  //@ ensures \result == 8;
  static /*@ pure @*/ int m(boolean x) {
    return 8;
  }

  static void exact(byte b, char c, int i, long l, boolean t, Overloads o, Object p, int[] a) {
    assert m(b) == 7 && m(c) == 6 && m(i) == 1 && m(l) == 2 && m(t) == 8;
    assert m(o) == 3 && m(p) == 4 && m(a) == 5;
    assert m(1) == 1 && m(1L) == 2 && m('a') == 6 && m((byte) 1) == 7 && m(i == 0) == 8;
    /*@ assert m(1) == 1 && m(i) == 1 && m(l) == 2 && m(o) == 3; @*/
  }

  //@ requires a != null;
  static void widened(byte b, short s, char c, int[] a, String text, Sub u) {
    assert m(s) == 1 && m(text) == 4 && m(u) == 3;
    assert m(-b) == 1 && m(b + b) == 1 && m(s << 1) == 1 && m(+c) == 1;
    assert m('a' + 1) == 1 && m(1 + 1L) == 2 && m(a.length) == 1;
    assert m((Object) u) == 4;
  }

  static void made() {
    Overloads a = new Overloads(1);
    Overloads b = new Overloads("a");
    //@ assert a.kind == 1 && b.kind == 2;
  }
}

class Sub extends Overloads {
  Sub() {
    super("a");
    //@ assert this.kind == 2;
  }
}

class Predicates {
  int x;
  int y;

  //@ predicate half(int a) { return acc(x) * x == a; }
  //@ predicate half(boolean b) { return acc(y) * y == (b ? 1 : 0); }

  //@ requires half(3) * half(true);
  //@ ensures half(4) * half(false);
  void change() {
    //@ open half(3);
    x = 4;
    //@ close half(4);
    y = 0;
  }

  //@ ensures \result == 7;
  static int put(Predicates p, int n) {
    return 7;
  }

  //@ ensures \result == 8;
  static int put(Object p, int n) {
    return 8;
  }

  static void nothing() {
    int r = put(null, 3);
    assert r == 7;
  }
}

/** What overrides has the same types; what has other types is another method. */
interface Shape {
  //@ ensures \result >= 0;
  int area(int scale);

  //@ ensures \result <= 0;
  int area(long scale);
}

class Square implements Shape {
  //@ ensures \result >= 6;
  public int area(int scale) {
    return 6;
  }

  public int area(long scale) {
    return -1;
  }

  public int area(boolean scale) {
    return 0;
  }

  static void both(Shape s, Square q) {
    if (s != null && q != null) {
      int a = s.area(3);
      int b = s.area(3L);
      int c = q.area(3);
      assert a >= 0 && b <= 0 && c >= 6;
    }
  }
}
