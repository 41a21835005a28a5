// Guards against: laws of real numbers taken for laws of floating-point numbers.
class Laws {
  static void reflexive(double x) {
    assert x == x; //~ assert
  }

  static void total(double x, double y) {
    assert x < y || x >= y; //~ assert
  }

  static void associative(double x, double y, double z) {
    if (x > 0 && y > 0 && z > 0) {
      assert (x + y) + z == x + (y + z); //~ assert
    }
  }

  static void cancels(double x, double y) {
    if (x > 0 && y > 0) {
      assert (x + y) - y == x; //~ assert
    }
  }

  static void grows(double x) {
    if (x > 0) {
      assert x + 1 > x; //~ assert
    }
  }

  static void vanishes(double x) {
    if (x > 0) {
      assert x - x == 0; //~ assert
    }
  }

  static void product(double x) {
    if (x > 0) {
      assert x * x > 0; //~ assert
    }
  }

  static void zeroTimes(double x) {
    assert 0 * x == 0; //~ assert
  }

  static void quotient(double x) {
    if (x != 0) {
      assert x / x == 1; //~ assert
    }
  }

  static void signOfZero(double x) {
    if (x == 0) {
      assert 1 / x > 0; //~ assert
    }
  }

  static void wholes(long n) {
    double d = n;
    assert (long) d == n; //~ assert
  }

  static void narrower(double d) {
    float f = (float) d;
    if (d == d) {
      assert f == d; //~ assert
    }
  }

  static void rounded(int n) {
    float f = n;
    assert (int) f == n; //~ assert
  }

  static void noException(int x) {
    double y = 1.0 / 0;
    assert false; //~ assert
  }

  static void negated(double x) {
    assert !(x < 1) == (x >= 1); //~ assert
  }
}

/** Operators are not what a class of the program has. */
class FloatingPoint {
  //@ ensures \result == true;
  static /*@ pure @*/ boolean less(double a, double b) {
    return true;
  }

  static void operators(double a, double b) {
    assert a < b; //~ assert
  }
}
