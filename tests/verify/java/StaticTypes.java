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

  //@ ghost long stamp;
  //@ ghost int count;
  //@ ghost seq<int> words;
  //@ ghost map<int, long> table;
  //@ ghost static pure long wide(int n) { return n; }
  //@ ghost static pure int small(int n) { return n; }
  //@ ghost static pure seq<long> longs() { return [1L, 2L]; }

  /** Ghost fields, elements of collections and names of values have types, too. */
  //@ requires acc(stamp) * acc(count) * acc(words) * acc(table);
  //@ requires stamp == 1 && count == 1 && words == [1, 2] && table == map{1 := 1};
  void ghosts(int[] a, boolean z) {
    //@ assert stamp << 40 == 1099511627776L && count << 40 == 256 && \old(stamp) << 40 > 256;
    //@ assert words[0] << 40 == 256 && (words ++ [3])[1] << 31 == 0 && words[1..][0] << 1 == 4;
    //@ assert words[0 := 2][0] << 31 == 0 && table[1] << 40 == 1099511627776L;
    //@ assert [1, 2][0] << 40 == 256 && [1L, 2L][0] << 40 == 1099511627776L;
    //@ assert wide(1) << 40 == 1099511627776L && small(1) << 40 == 256;
    //@ assert (let x := stamp + 0 in x << 40) == 1099511627776L;
    //@ assert (let x := count + 0 in x << 40) == 256 && (let s := words ++ [] in s[0] << 33) == 2;
    //@ assert f(stamp) == 2 && f(count) == 1 && f(words[0]) == 1 && f(table[1]) == 2;
    //@ assert f(wide(1)) == 2 && f(small(1)) == 1 && (let x := stamp * 1 in f(x)) == 2;
    //@ assert f(z ? count : stamp) == 2 && f(z ? count : 1) == 1 && g(z ? 'a' : 98) == 2;
    //@ assert \old(words)[0] << 40 == 256 && (z ? words : words)[0] << 40 == 256;
    //@ ghost seq<byte> bytes = [-1];
    //@ assert bytes[0] >>> 28 == 15 && (z ? bytes[0] : -1) >>> 28 == 15;
    //@ assert (\forall int k; k in set{1}; k << 33 == 2);
  }

  //@ ensures \result << 33 == 2;
  //@ ghost static pure int ofResult() { return 1; }

  void noType(boolean z) {
    //@ ghost seq<int> s = [1, 2];
    //@ assert |s| << 2 == 8; //~ unsupported
  }

  void otherTypes(boolean z) {
    //@ ghost seq<int> s = [1, 2];
    //@ ghost seq<long> t = [1, 2];
    //@ assert (z ? s : t)[0] << 40 == 256; //~ unsupported
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

  //@ requires acc(stamp) * stamp == 1;
  void wrongField() {
    //@ assert stamp << 40 == 256; //~ assert:may-not-hold
  }

  //@ requires acc(words) * words == [1];
  void wrongElement() {
    //@ assert words[0] << 40 == 1099511627776L; //~ assert:may-not-hold
  }

  //@ requires acc(stamp) * stamp == 1;
  void wrongChoice(boolean z) {
    //@ assert f(z ? stamp : 1) == 1; //~ assert:may-not-hold
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
