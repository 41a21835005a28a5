/** Constant expressions are those of Java: they decide the types of `?:` and need no cast. */
class Constants {
  static final int K = 10;

  static /*@ pure @*/ int of(int x) { return 1; }
  static /*@ pure @*/ int of(char x) { return 2; }
  static /*@ pure @*/ int of(byte x) { return 3; }
  static /*@ pure @*/ int of(long x) { return 4; }

  //@ ensures \result == 10;
  static byte narrowed() {
    final int k = 10;
    byte b = k;
    return b;
  }

  //@ ensures \result == 43;
  static int computed(boolean z) {
    final int k = 10, l = k << 2;
    final boolean small = k < 11 && l != k;
    byte b = small ? l | 1 : 1000;
    short s = -k + (132 >> 1) - 54;
    char c = (char) 0 + (k ^ k);
    byte d = (byte) (K / 3 % 2 == 1 ? 2 : 300) & 3;
    return b + s - 2 + c + d - 2 + 2;
  }

  //@ ensures \result == (n == 10 ? 1 : n == 11 ? 2 : n == 40 ? 3 : 4);
  static int labels(int n) {
    final int k = 10;
    switch (n) {
      case k: return 1;
      case k + 1: return 2;
      case k << 2: return 3;
      default: return 4;
    }
  }

  /** Equal texts that are constants are one object. */
  static final boolean SAME = "a" == "a";

  static void texts(boolean z, char c) {
    final String s = "a";
    int a1 = of(z ? ("a" == s ? 66 : 1) : c);
    //@ assert a1 == 2 && SAME;
    boolean other = s != "b";
    //@ assert other;
  }

  static void choices(boolean z, char c, byte b, int n) {
    final int k = 10;
    final int negative = -1;
    final int large = 70000;
    final int unknown = n;
    final int later;
    later = 10;
    int variable = 10;
    final long wide = 10;
    int a1 = of(z ? k : c);
    //@ assert a1 == 2;
    int a2 = of(z ? c : 132 >> 1);
    //@ assert a2 == 2;
    int a3 = of(z ? (k) + K * 2 : b);
    //@ assert a3 == 3;
    int a4 = of(z ? negative : b);
    //@ assert a4 == 3;
    int a5 = of(z ? negative : c);
    //@ assert a5 == 1;
    int a6 = of(z ? large : c);
    //@ assert a6 == 1;
    int a7 = of(z ? unknown : c) + of(z ? later : c) + of(z ? variable : c);
    //@ assert a7 == 3;
    int a8 = of(z ? wide : c);
    //@ assert a8 == 4;
    int a9 = of(z ? true ? 66 : n : c);
    //@ assert a9 == 1;
    int a10 = of(z ? b : c) + of(z ? 'a' : b);
    //@ assert a10 == 2;
    //@ assert of(z ? k : c) == 2 && of(z ? k + K : b) == 3 && of(z ? k << 20 : c) == 1;
    //@ assert of(z ? variable : c) == 1 && of(z ? 'a' : b) == 1 && of(z ? wide : c) == 4;
    //@ assert of(z ? 132 >> 1 : c) == 2;
  }

  //@ requires acc(q.elems) * 0 < q.length;
  //@ ensures acc(q.elems) * \result == \old(q[0]);
  static int assignedIndex(int[] q, int n) { return q[n = 0] + n; }

  //@ requires acc(q.elems) * 1 < q.length;
  //@ ensures acc(q.elems) * q[1] == 7;
  static void assignedPlace(int[] q, int n) {
    q[n = 1] = 7;
    //@ assert n == 1;
  }

  static void lengths() {
    final int n = 2;
    int[][] rows = new int[n][n + 1];
    int r = rows[1].length;
    //@ assert r == 3;
  }
}

/** A `final` field with a constant as initial value is a constant, by its simple name. */
class FieldConstants {
  static final int K = 5;
  final int x = K + 1;
  final int y = x * 2;

  //@ requires acc(x, 1/2) * acc(y, 1/2);
  //@ ensures acc(x, 1/2) * acc(y, 1/2) * \result == 12;
  byte narrowed() {
    byte b = y;
    return b;
  }

  //@ requires acc(x, 1/2) * acc(y, 1/2) * x == 6;
  //@ ensures acc(x, 1/2) * acc(y, 1/2);
  void choices(boolean z, char c) {
    int a1 = Constants.of(z ? x : c);
    //@ assert a1 == 2;
    int a2 = Constants.of(z ? this.x : c);
    //@ assert a2 == 1;
    int a3 = Constants.of(z ? x - 7 : c);
    //@ assert a3 == 1;
  }
}

class ConstantsRefused {
  final int later;
  final int cycle = round;
  final int round = cycle;

  ConstantsRefused() { later = 10; }

  //@ requires acc(later, 1/2);
  byte ofLaterField() {
    byte b = later; //~ type-mismatch
    return b;
  }

  final int early = 10;

  //@ requires acc(early, 1/2);
  byte ofQualified() {
    byte b = this.early; //~ type-mismatch
    return b;
  }

  static byte ofVariable() {
    int k = 10;
    byte b = k; //~ type-mismatch
    return b;
  }

  static byte ofLater() {
    final int k;
    k = 10;
    byte b = k; //~ type-mismatch
    return b;
  }

  //@ requires s != null;
  static void notOne(String s) {
    boolean same = s == "a";
    //@ assert same == s.equals("a"); //~ assert:may-not-hold
  }

  static byte tooLarge() {
    final int k = 1000;
    byte b = k; //~ type-mismatch
    return b;
  }

  static byte ofLong() {
    final long k = 10;
    byte b = k; //~ type-mismatch
    return b;
  }

  static int ofLiteral() {
    int b = 10L; //~ type-mismatch
    return b;
  }

  static byte notConstant(int n) {
    byte b = true ? 10 : n; //~ type-mismatch
    return b;
  }

  static void assigned() {
    final int k = 10;
    k = 11; //~ not-allowed-here
  }

  static void wrong(boolean z, char c) {
    final int k = 10;
    //@ assert (z ? k : c) == 10; //~ assert:may-not-hold
  }

  //@ requires acc(q.elems);
  static void outOfBounds(int[] q, int n) {
    q[n = -1] = 7; //~ index-out-of-bounds
  }
}
