// Guards against: bits of floating-point numbers taken for integers, and conversions left out.
class Conversions {
  static int three() { return 3; }

  //@ ensures \result == 3;
  static int contracted() { return 3; }

  static void assigned() {
    double d = contracted();
    assert d > 0 && d == d;
    assert d == 3.5; //~ assert
    double e = 3;
    assert e == 3;
  }

  static double returned() {
    return contracted();
  }

  static void passed(double d) {
    passed(three());
    float f = 3;
    passed(f);
    assert d == f; //~ assert
  }

  static void chosen(boolean b) {
    double d = b ? 1 : 2.5;
    assert d == 1.0 || d == 2.5;
    assert d == 1.0; //~ assert
  }

  //@ ensures \result == 1;
  static int which(int n) { return 1; }

  //@ ensures \result == 2;
  static int which(double d) { return 2; }

  //@ ensures \result == 3;
  static int other(float f) { return 3; }

  //@ ensures \result == 4;
  static int other(double d) { return 4; }

  static void overloads(byte b, long l, float f) {
    int n = which(b);
    assert n == 1;
    n = which(l);
    assert n == 2;
    n = which(f);
    assert n == 2;
    n = other(l);
    assert n == 3;
    n = other(1.0);
    assert n == 4;
    n = other(7);
    assert n == 4; //~ assert
  }

  static void compound(int n) {
    if (0 <= n && n <= 10) {
      int m = n;
      m += 0.9;
      assert m >= 0;
      assert m == n + 1; //~ assert
    }
  }

  static void narrowing() {
    float f = 1.5; //~ type-mismatch
    int n = 2.0; //~ type-mismatch
    long l = 1f; //~ type-mismatch
  }

  static void elements() {
    float[] a = new float[2];
    assert a[0] == 0;
    a[1] += 1.25;
    assert a[1] == 1.25;
    assert a[1] == 1; //~ assert
  }

  static void array(float[] a) {
    double[] b = a; //~ type-mismatch
  }

  static void texts(double d) {
    String s = "" + d;
    assert s != null;
    assert s.length() == 3; //~ assert
  }
}
