// Guards against: laws that operators on bits do not have.
class Laws {
  static void and(int a, int b) {
    //@ assert (a & b) >= 0; //~ assert
  }

  static void or(int a, int b) {
    if (a >= 0) {
      //@ assert (a | b) >= a; //~ assert
    }
  }

  static void xor(int a, int b) {
    if (a > 0 && b > 0) {
      //@ assert (a ^ b) > 0; //~ assert
    }
  }

  static void left(int d) {
    int x = 1 << d;
    //@ assert x > 0; //~ assert
  }

  static void left31() {
    int d = 31;
    //@ assert (1 << d) > 0; //~ assert
  }

  static void right(int a, int d) {
    if (a > 0) {
      //@ assert (a >> d) < a; //~ assert
    }
  }

  static void unsigned(int a, int d) {
    if (a < 0) {
      //@ assert (a >>> d) > 0; //~ assert
    }
  }

  static void wide(long a, int d) {
    if (a > 0 && d == 32) {
      //@ assert (a >> d) == a; //~ assert
    }
  }

  static void narrow(int a, int d) {
    if (d == 32) {
      //@ assert (a >> d) < a; //~ assert
    }
  }

  static void bytes(byte b, byte m) {
    b |= m;
    //@ assert b == m; //~ assert
  }

  static void disjoint(int a, int b) {
    if (a > 0 && b > 0) {
      //@ assert (a | b) == a + b; //~ assert
    }
  }
}

class Sums {
  static int notMoved(int a, int b) {
    return (a + b) >>> 0; //~ overflow
  }

  static int movedRound(int a, int b) {
    return (a + b) >>> 32; //~ overflow
  }

  static int byAny(int a, int b, int d) {
    return (a + b) >>> d; //~ overflow
  }

  static int half(int a, int b) {
    return (a + b) >>> 1;
  }
}

/** Operators are not what a class of the program has. */
class Bits {
  //@ ensures \result == 0;
  static /*@ pure @*/ int or(int a, int b) {
    return 0;
  }

  static void operators(int a, int b) {
    int n = a | b;
    //@ assert n == 0; //~ assert
  }
}
