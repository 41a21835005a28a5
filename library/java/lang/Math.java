package java.lang;

/**
 * Functions on numbers. Where those on integers throw in Java, or give what no one means, they cannot be called.
 * Results of floating-point functions without contract, which Java does not define to the last bit, can be any.
 */
public final class Math {
  public static final double E = 2.718281828459045;
  public static final double PI = 3.141592653589793;

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

  //@ ensures a == a ==> 0 <= \result;
  //@ ensures \result == a || \result == -a || a != a;
  public static /*@ pure @*/ float abs(float a);

  //@ ensures a == a && b == b ==> (\result == a || \result == b) && \result <= a && \result <= b;
  public static /*@ pure @*/ float min(float a, float b);

  //@ ensures a == a && b == b ==> (\result == a || \result == b) && a <= \result && b <= \result;
  public static /*@ pure @*/ float max(float a, float b);

  public static /*@ pure @*/ int round(float a);

  public static /*@ pure @*/ float signum(float a);

  //@ ensures a == a ==> 0 <= \result;
  //@ ensures \result == a || \result == -a || a != a;
  public static /*@ pure @*/ double abs(double a);

  //@ ensures a == a && b == b ==> (\result == a || \result == b) && \result <= a && \result <= b;
  public static /*@ pure @*/ double min(double a, double b);

  //@ ensures a == a && b == b ==> (\result == a || \result == b) && a <= \result && b <= \result;
  public static /*@ pure @*/ double max(double a, double b);

  public static /*@ pure @*/ long round(double a);

  public static /*@ pure @*/ double signum(double a);

  //@ ensures 0 <= a ==> 0 <= \result;
  public static /*@ pure @*/ double sqrt(double a);

  //@ ensures a == a ==> \result <= a;
  public static /*@ pure @*/ double floor(double a);

  //@ ensures a == a ==> a <= \result;
  public static /*@ pure @*/ double ceil(double a);

  public static /*@ pure @*/ double rint(double a);

  public static double sin(double a);

  public static double cos(double a);

  public static double tan(double a);

  public static double asin(double a);

  public static double acos(double a);

  public static double atan(double a);

  public static double sinh(double a);

  public static double cosh(double a);

  public static double tanh(double a);

  public static double exp(double a);

  public static double expm1(double a);

  public static double log(double a);

  public static double log10(double a);

  public static double log1p(double a);

  public static double cbrt(double a);

  public static double toRadians(double a);

  public static double toDegrees(double a);

  public static double pow(double a, double b);

  public static double atan2(double a, double b);

  public static double hypot(double a, double b);

  public static double random();
}
