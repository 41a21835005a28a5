package veriframe;

/**
 * What the operators of Java are for floating-point numbers, and the conversions: functions of which nothing is
 * known but that equal operands give equal results. Programs write operators.
 */
public final class FloatingPoint {
  public static /*@ pure @*/ double add(double a, double b);

  public static /*@ pure @*/ float add(float a, float b);

  public static /*@ pure @*/ double subtract(double a, double b);

  public static /*@ pure @*/ float subtract(float a, float b);

  public static /*@ pure @*/ double multiply(double a, double b);

  public static /*@ pure @*/ float multiply(float a, float b);

  public static /*@ pure @*/ double divide(double a, double b);

  public static /*@ pure @*/ float divide(float a, float b);

  public static /*@ pure @*/ double remainder(double a, double b);

  public static /*@ pure @*/ float remainder(float a, float b);

  public static /*@ pure @*/ double negate(double a);

  public static /*@ pure @*/ float negate(float a);

  public static /*@ pure @*/ boolean less(double a, double b);

  public static /*@ pure @*/ boolean less(float a, float b);

  public static /*@ pure @*/ boolean atMost(double a, double b);

  public static /*@ pure @*/ boolean atMost(float a, float b);

  public static /*@ pure @*/ boolean equal(double a, double b);

  public static /*@ pure @*/ boolean equal(float a, float b);

  public static /*@ pure @*/ double toDouble(long n);

  public static /*@ pure @*/ double toDouble(float a);

  public static /*@ pure @*/ float toFloat(long n);

  public static /*@ pure @*/ float toFloat(double a);

  public static /*@ pure @*/ int toInt(double a);

  public static /*@ pure @*/ int toInt(float a);

  public static /*@ pure @*/ long toLong(double a);

  public static /*@ pure @*/ long toLong(float a);
}
