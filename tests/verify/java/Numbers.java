/** Machine integers: ranges, promotion, conversions, bits. */
class Numbers {
  static int sum(int a, int b) {
    return a + b; //~ overflow
  }

  //@ ensures \result == a + b;
  static long wide(int a, int b) {
    return (long) a + b;
  }

  static byte narrow(int n) {
    return (byte) n; //~ overflow
  }

  //@ requires 0 <= n && n < 100;
  //@ ensures \result == n;
  static byte small(int n) {
    byte b = (byte) n;
    b += 1;
    b--;
    return b;
  }

  //@ requires 0 <= n;
  //@ ensures \result == n / 8;
  static int eighth(int n) {
    return n >> 3;
  }

  //@ ensures 0 <= \result && \result < 16;
  //@ ensures 0 <= n ==> \result == n % 16;
  static int low(int n) {
    return n & 15;
  }

  //@ requires 0 <= n && n < 1000;
  //@ ensures \result == 4 * n;
  static int times4(int n) {
    return n << 2;
  }

  static int times4Wrong(int n) {
    return n << 2; //~ overflow
  }

  static void literals() {
    long big = 10_000_000_000L;
    int hex = 0xFF;
    int minus = 0xFFFFFFFF;
    char c = 'a';
    //@ assert big == 10000000000 && hex == 255 && minus == -1 && c == 97;
    int next = c + 1;
    //@ assert next == 98;
    short s = 1000;
    int negated = ~s;
    //@ assert negated == -1001;
    int shifted = -7 >> 1;
    //@ assert shifted == -4;
    int masked = -7 & 3;
    //@ assert masked == 1;
  }

  static int divide(int a, int b) {
    return a / b; //~ division-by-zero //~ overflow
  }

  //@ requires Integer.MIN_VALUE < a;
  //@ ensures 0 <= \result;
  static int magnitude(int a) {
    return a < 0 ? -a : a;
  }

  static boolean strict(boolean a, boolean b) {
    boolean x = a & b;
    boolean y = a | b;
    boolean z = a ^ b;
    //@ assert x == (a && b) && y == (a || b) && z == (a != b);
    return x;
  }
}
