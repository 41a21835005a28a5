/** A call of an overloaded method means the same member in code and in annotations. */
class OverloadsInContracts {
  static /*@ pure @*/ int f(byte x) { return 1; }
  static /*@ pure @*/ int f(short x) { return 2; }
  static /*@ pure @*/ int f(char x) { return 3; }
  static /*@ pure @*/ int f(int x) { return 4; }
  static /*@ pure @*/ int f(long x) { return 5; }
  static final byte B = 5; static final long L = 7; static final char C = 'c'; static final int N = 3;
  final short fs = 4; long fl; byte fb;
  static /*@ pure @*/ long g(int n) { return n; }
  //@ ensures \result == f((long) n);
  static int a1(int n) { return f((long) n); }
  //@ ensures \result == f((int) n);
  //@ requires -9 <= n && n <= 9;
  static int a2(long n) { return f((int) n); }
  //@ ensures \result == f((byte) n);
  //@ requires -9 <= n && n <= 9;
  static int a3(long n) { return f((byte) n); }
  //@ ensures \result == f((char) 65);
  static int a4() { return f((char) 65); }
  //@ ensures \result == f(B) && \result == 1;
  static int a5() { return f(B); }
  //@ ensures \result == f(L) && \result == 5;
  static int a6() { return f(L); }
  //@ ensures \result == f(C) && \result == 3;
  static int a7() { return f(C); }
  //@ ensures \result == f('a' + 1) && \result == 4;
  static int a8() { return f('a' + 1); }
  //@ ensures \result == f((long) N) && \result == 5;
  static int a9() { return f((long) N); }
  //@ ensures \result == f((long) 5 + 1) && \result == 5;
  static int b1() { return f((long) 5 + 1); }
  //@ ensures \result == f(-(long) n) && \result == 5;
  //@ requires n > -100;
  static int b2(int n) { return f(-(long) n); }
  //@ ensures \result == f(g(n)) && \result == 5;
  static int b3(int n) { return f(g(n)); }
  //@ requires a != null && acc(a[..]) && a.length > 0;
  //@ ensures acc(a[..]) && \result == f(a[0]) && \result == 1;
  static int b4(byte[] a) { return f(a[0]); }
  //@ requires a != null;
  //@ ensures \result == f(a.length) && \result == 4;
  static int b5(byte[] a) { return f(a.length); }
  //@ ensures \result == f(n) && \result == 2;
  static int b6(short n) { return f(n); }
  //@ ensures \result == f(+n) && \result == 4;
  static int b7(short n) { return f(+n); }
  //@ ensures \result == f(~n) && \result == 4;
  static int b8(short n) { return f(~n); }
  //@ ensures \result == f((long) n << 1) && \result == 5;
  //@ requires 0 <= n && n < 10;
  static int b9(int n) { return f((long) n << 1); }
  //@ ensures \result == f(n << 1L) && \result == 4;
  //@ requires 0 <= n && n < 10;
  static int c1(int n) { return f(n << 1L); }
  //@ requires acc(fl); 
  //@ ensures acc(fl) && \result == f(fl) && \result == 5;
  int c2() { return f(fl); }
  //@ requires acc(fb); 
  //@ ensures acc(fb) && \result == f(\old(fb)) && \result == 1;
  int c3() { return f(fb); }
  //@ ensures \result == f(n > 0 ? n : 1L) && \result == 5;
  static int c4(int n) { return f(n > 0 ? n : 1L); }
  //@ ensures \result == f((long) (n + 1)) && \result == 5;
  //@ requires n < 100;
  static int c5(int n) { return f((long) (n + 1)); }
  //@ ensures \result == f((short) (byte) n) && \result == 2;
  //@ requires -9 <= n && n <= 9;
  static int c6(int n) { return f((short) (byte) n); }
  //@ ensures (\forall long k; f(k) == 5) && (\forall int k; f((long) k) == 5 && f(k) == 4) && \result == 0;
  static int c7() { return 0; }
  //@ ensures \result == f(2147483648L) && \result == 5;
  static int c8() { return f(2147483648L); }
  //@ ensures \result == f((long) (byte) n) && \result == 5;
  //@ requires -9 <= n && n <= 9;
  static int c9(int n) { return f((long) (byte) n); }
  //@ ensures \result == f((long) 'a') && \result == 5;
  static int d1() { return f((long) 'a'); }
  static void d2(int n) { 
    //@ assert f((long) n) == 5;
    //@ assert f(((long) n)) == 5;
    //@ ghost long m = n;
    //@ assert f(m) == 5;
    assert f((long) n) == 5;
  }
  //@ requires n >= 0 && n < 10;
  //@ ensures \result == f((long) n * 2 - n % 3) && \result == 5;
  static int d3(int n) { return f((long) n * 2 - n % 3); }
  //@ ensures \result == f(n & 7L) && \result == 5;
  static int d4(int n) { return f(n & 7L); }

  //@ ensures \result == f((long) n); //~ postcondition:may-not-hold
  static int forInt(int n) { return f(n); }

  //@ ensures \result == f(1L); //~ postcondition:may-not-hold
  static int constant() { return f(1); }
}
