package java.lang;

/** Functions on numbers. */
public final class Math {
  //@ requires a != -2147483648;
  //@ ensures \result == (0 <= a ? a : -a);
  public static /*@ pure @*/ int abs(int a);

  //@ ensures \result == (a <= b ? a : b);
  public static /*@ pure @*/ int min(int a, int b);

  //@ ensures \result == (a <= b ? b : a);
  public static /*@ pure @*/ int max(int a, int b);

  //@ requires -2147483648 <= a + b && a + b <= 2147483647;
  //@ ensures \result == a + b;
  public static /*@ pure @*/ int addExact(int a, int b);

  //@ requires y != 0;
  //@ ensures 0 < y ==> 0 <= \result && \result < y;
  //@ ensures 0 < y && 0 <= x ==> \result == x % y;
  public static /*@ pure @*/ int floorMod(int x, int y);
}
