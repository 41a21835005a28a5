package java.lang;

/** Functions on integers. Where Java throws, or gives what no one means, they may not be called. */
public final class Math {
  //@ requires a != Integer.MIN_VALUE;
  //@ ensures \result == (0 <= a ? a : -a);
  public static /*@ pure @*/ int abs(int a);

  //@ requires a != Long.MIN_VALUE;
  //@ ensures \result == (0 <= a ? a : -a);
  public static /*@ pure @*/ long abs(long a);

  //@ ensures \result == (a <= b ? a : b);
  public static /*@ pure @*/ int min(int a, int b);

  //@ ensures \result == (a <= b ? a : b);
  public static /*@ pure @*/ long min(long a, long b);

  //@ ensures \result == (a <= b ? b : a);
  public static /*@ pure @*/ int max(int a, int b);

  //@ ensures \result == (a <= b ? b : a);
  public static /*@ pure @*/ long max(long a, long b);

  //@ requires Integer.MIN_VALUE <= a + b && a + b <= Integer.MAX_VALUE;
  //@ ensures \result == a + b;
  public static /*@ pure @*/ int addExact(int a, int b);

  //@ requires Long.MIN_VALUE <= a + b && a + b <= Long.MAX_VALUE;
  //@ ensures \result == a + b;
  public static /*@ pure @*/ long addExact(long a, long b);

  //@ requires Integer.MIN_VALUE <= a - b && a - b <= Integer.MAX_VALUE;
  //@ ensures \result == a - b;
  public static /*@ pure @*/ int subtractExact(int a, int b);

  //@ requires Long.MIN_VALUE <= a - b && a - b <= Long.MAX_VALUE;
  //@ ensures \result == a - b;
  public static /*@ pure @*/ long subtractExact(long a, long b);

  //@ requires Integer.MIN_VALUE <= (a * b) && (a * b) <= Integer.MAX_VALUE;
  //@ ensures \result == (a * b);
  public static /*@ pure @*/ int multiplyExact(int a, int b);

  //@ requires Long.MIN_VALUE <= (a * b) && (a * b) <= Long.MAX_VALUE;
  //@ ensures \result == (a * b);
  public static /*@ pure @*/ long multiplyExact(long a, long b);

  //@ requires a != Integer.MIN_VALUE;
  //@ ensures \result == -a;
  public static /*@ pure @*/ int negateExact(int a);

  //@ requires a != Long.MIN_VALUE;
  //@ ensures \result == -a;
  public static /*@ pure @*/ long negateExact(long a);

  //@ requires a != Integer.MAX_VALUE;
  //@ ensures \result == a + 1;
  public static /*@ pure @*/ int incrementExact(int a);

  //@ requires a != Long.MAX_VALUE;
  //@ ensures \result == a + 1;
  public static /*@ pure @*/ long incrementExact(long a);

  //@ requires a != Integer.MIN_VALUE;
  //@ ensures \result == a - 1;
  public static /*@ pure @*/ int decrementExact(int a);

  //@ requires a != Long.MIN_VALUE;
  //@ ensures \result == a - 1;
  public static /*@ pure @*/ long decrementExact(long a);

  //@ requires Integer.MIN_VALUE <= value && value <= Integer.MAX_VALUE;
  //@ ensures \result == value;
  public static /*@ pure @*/ int toIntExact(long value);

  //@ requires y != 0 && !(x == Integer.MIN_VALUE && y == -1);
  //@ ensures 0 < y ==> (\result * y) <= x && x < (\result * y) + y;
  //@ ensures y < 0 ==> x <= (\result * y) && (\result * y) + y < x;
  //@ ensures 0 < y && 0 <= x ==> \result == x / y;
  public static /*@ pure @*/ int floorDiv(int x, int y);

  //@ requires y != 0;
  //@ ensures 0 < y ==> 0 <= \result && \result < y;
  //@ ensures y < 0 ==> y < \result && \result <= 0;
  //@ ensures 0 < y ==> \result == (x % y < 0 ? x % y + y : x % y);
  public static /*@ pure @*/ int floorMod(int x, int y);
}
