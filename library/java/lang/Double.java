package java.lang;

/** Floating-point numbers as objects, and functions on them. */
public final class Double {
  public static final double POSITIVE_INFINITY = 1.0 / 0;
  public static final double NEGATIVE_INFINITY = -1.0 / 0;
  public static final double NaN = 0.0 / 0;
  public static final double MAX_VALUE = 1.7976931348623157E308;
  public static final double MIN_NORMAL = 2.2250738585072014E-308;
  public static final double MIN_VALUE = 4.9E-324;

  /** An object that holds a number. For annotations two of them with the same bits are one value. */
  //@ ensures \result != null && veriframe.FloatingPoint.bits(\result.doubleValue()) == veriframe.FloatingPoint.bits(value);
  public static /*@ pure @*/ Double valueOf(double value);

  public /*@ pure @*/ double doubleValue();

  //@ ensures \result == (value != value);
  public static /*@ pure @*/ boolean isNaN(double value);

  //@ ensures \result == (value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY);
  public static /*@ pure @*/ boolean isInfinite(double value);

  //@ ensures \result == (value == value && value != POSITIVE_INFINITY && value != NEGATIVE_INFINITY);
  public static /*@ pure @*/ boolean isFinite(double value);

  //@ ensures a < b ==> \result < 0;
  //@ ensures b < a ==> 0 < \result;
  public static /*@ pure @*/ int compare(double a, double b);

  //@ ensures \result == compare(doubleValue(), other.doubleValue());
  //@ requires other != null;
  public /*@ pure @*/ int compareTo(Double other);

  public /*@ pure @*/ boolean equals(Object other);

  public /*@ pure @*/ int hashCode();

  //@ ensures \result == String.valueOf(doubleValue());
  public /*@ pure @*/ String toString();

  //@ ensures \result == String.valueOf(value);
  public static /*@ pure @*/ String toString(double value);

  public static /*@ pure @*/ int hashCode(double value);

  //@ requires text != null;
  //@ signals (NumberFormatException e) true;
  public static double parseDouble(String text);
}
