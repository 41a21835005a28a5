/** Operators on bits that arithmetic does not express: signs, bounds, and exact values of literals. */
class Bits {
  //@ ensures \result == (n > 0 && (n & (n - 1)) == 0);
  static boolean isPower(int n) {
    return n > 0 && (n & (n - 1)) == 0;
  }

  //@ requires 0 <= i && i < 31 && set >= 0;
  //@ ensures set <= \result && \result >= 0;
  static int with(int set, int i) {
    int mask = 1 << i;
    return set | mask;
  }

  //@ requires 0 <= set;
  //@ ensures 0 <= \result && \result <= set;
  static int without(int set, int mask) {
    return set & ~mask;
  }

  //@ requires buckets != null && acc(buckets.elems, 1/2) && buckets.length > 0;
  //@ ensures acc(buckets.elems, 1/2);
  static int bucket(int[] buckets, int hash) {
    return buckets[(buckets.length - 1) & hash];
  }

  static void literals() {
    int a = 0xF0;
    int b = 0x3C;
    //@ assert (a & b) == 0x30 && (a | b) == 0xFC && (a ^ b) == 0xCC;
    //@ assert (1 << 4) == 16 && (-16 >> 2) == -4 && (-1 >>> 28) == 15 && (1L << 40) == 1099511627776L;
  }

  static int compound(int n, int m, long l) {
    n |= m;
    n ^= 3;
    n <<= m;
    n >>>= m;
    l &= n;
    return n >= 0 ? n >> 1 : n;
  }

  //@ ensures (\result == 0) == (a == b);
  static int differs(int a, int b) {
    return a ^ b;
  }

  static void wrong(int a) {
    //@ assert (a & 6) <= 5; //~ assert
  }
}
