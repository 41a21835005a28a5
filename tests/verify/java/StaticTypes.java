/** Numbers in annotations have the types of Java, and values that do not overflow. */
class StaticTypes {
  //@ ensures \result == (byte) n; //~ postcondition:may-not-hold
  static int unconverted(int n) { return n; }

  //@ requires -128 <= n && n <= 127;
  //@ ensures \result == (byte) n && \result == (short) n && \result == (long) n;
  static int fitting(int n) { return n; }

  static void casts(int n, long l, char c) {
    //@ assert (byte) 300 == 44;
    //@ assert (byte) -129 == 127 && (short) 40000 == -25536 && (char) -1 == 65535;
    //@ assert (int) 4294967296L == 0 && (int) 2147483648L == -2147483648;
    //@ assert (long) n == n && (int) c == c && (int) n == n;
    //@ assert l == 4294967301L ==> (int) l == 5;
    //@ assert n == -1 ==> (char) n == 65535;
    //@ assert n + 1 > n && n * 2 - n == n;
  }

  //@ requires 0 <= a && a <= 10 && 0 <= b && b <= 10;
  //@ ensures \result == ((a + b) << 33) && \result == ((long) (a + b) << 33);
  //@ ensures \result == (\old(a + b) << 33) && \result == ((a > b ? a + b : b + a) << 33);
  static long shifted(long a, long b) { return (a + b) << 33; }

  //@ requires 0 <= a && a <= 10;
  //@ ensures \result == ((a + 0) << 33); //~ postcondition:may-not-hold
  static long unshifted(long a) { return 2 * a; }

  //@ requires a == -1;
  //@ ensures \result == ((a + 0) >>> 28) && \result == (-1L >>> 28);
  static long right(long a) { return 68719476735L; }

  //@ requires 0 <= k && k <= 10;
  static void shifts(int k, byte b, char c, boolean z) {
    //@ assert 1L << 40 == 1099511627776L && 1 << 40 == 256;
    //@ assert 1 << 31 == -2147483648 && 1L << 31 == 2147483648L;
    //@ assert (long) k << 40 == k * 1099511627776L;
    //@ assert k << 40 == k * 256;
    //@ assert (k + 1L) << 32 == (k + 1) * 4294967296L;
    //@ assert (k + 1) << 32 == k + 1;
    //@ assert (z ? k : 1L) << 32 >= 0 && (z ? k : 1) << 32 <= 10;
    //@ assert -1 >>> 28 == 15 && -1L >>> 60 == 15 && (char) -1 >>> 12 == 15;
    //@ assert b == -1 ==> b >>> 28 == 15 && b << 1 == -2;
    //@ assert ~(k + 0) == -k - 1 && ~1L == -2 && (-1 & 255) == 255 && (b & 1) >= 0;
    //@ assert b == c ==> b >= 0;
    //@ assert (z ? b : c) <= 65535;
    //@ ghost long g = k;
    //@ assert g << 40 == k * 1099511627776L;
  }

  static /*@ pure @*/ int f(int x) { return 1; }
  static /*@ pure @*/ int f(long x) { return 2; }
  static /*@ pure @*/ int g(int x) { return 1; }
  static /*@ pure @*/ int g(char x) { return 2; }

  //@ requires 0 <= n && n <= 10;
  static void overloads(int n, byte b, long l) {
    //@ assert f(1) == 1 && f(1L) == 2 && f('a') == 1 && f((long) n) == 2 && f(b) == 1;
    //@ assert f(n + 1) == 1 && f(n + 1L) == 2 && f(\old(n)) == 1 && f((int) l) == 1;
    //@ assert g('a') == 2 && g((char) n) == 2 && g(n) == 1 && g('a' + 1) == 1;
  }

  static void wrong1(int n, long l, int k) {
    //@ assert (byte) 300 == 300; //~ assert:may-not-hold
  }

  static void wrong2(int n, long l, int k) {
    //@ assert l == 4294967301L ==> (int) l == l; //~ assert:may-not-hold
  }

  static void wrong3(int n, long l, int k) {
    //@ assert (int) (n + 1) > n; //~ assert:may-not-hold
  }

  static void wrong4(int n, long l, int k) {
    //@ assert k << 40 == k * 1099511627776L; //~ assert:may-not-hold
  }

  static void wrong5(int k) {
    //@ ghost long g = k;
    //@ assert g << 40 == k * 256; //~ assert:may-not-hold
  }

  static void wrong6(int n, long l, int k) {
    //@ assert f(1L) == 1; //~ assert:may-not-hold
  }

  static void wrong7(int n, long l, int k) {
    //@ assert f((long) n) == 1; //~ assert:may-not-hold
  }

  static void wrong8(int n, long l, int k) {
    //@ assert g((char) n) == 1; //~ assert:may-not-hold
  }
}

/** A conversion is a part of a clause that an overriding method has to keep. */
class Above {
  //@ requires n + 0 == 300;
  //@ ensures \result == 0;
  /*@ pure @*/ int chosen(int n) { return 0; }
}

class Below extends Above {
  //@ requires (byte) (n + 0) == 300;
  //@ ensures \result == 0;
  /*@ pure @*/ int chosen(int n) { return 0; } //~ override-contract
}
