// The value of a static field that is refused might end the first use of its class with an exception.
// verified: ValueMightFail.other, V.five, W.e
// unknown: ValueMightFail.uses, ValueMightFail.boxed
class ValueMightFail {
  static class V {
    static final String S = null;
    static final int L = S.length();
    static int five() { return 5; }
  }

  static class W {
    static Integer a = null;
    static int b = a + 1;
    static int e() { return 1; }
  }

  static int uses() { return V.five(); }
  static int other() { return 1; }

  //@ ensures \result == 1;
  static int boxed() {
    try {
      int x = W.e();
      return 1;
    } catch (Throwable t) {
      return 2;
    }
  }
}
