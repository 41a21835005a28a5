package veriframe;

/**
 * What the operators of Java are for floating-point numbers, and the conversions. Programs write operators.
 * Comparisons are exact, by the bits of the operands. Of arithmetic it is known that equal operands give
 * equal results, and some laws.
 */
public final class FloatingPoint {
  /** The bits of a number, which are those of a value of type `long`. */
  public static /*@ pure @*/ long bits(double a);

  /** The place of a number in the order of all: zero is 0, with either sign. */
  //@ ensures \result == (bits(a) >= 0 ? bits(a) : Long.MIN_VALUE - bits(a));
  public static /*@ pure @*/ long rank(double a);

  //@ ensures \result == (-9218868437227405312L <= rank(a) && rank(a) <= 9218868437227405312L);
  public static /*@ pure @*/ boolean isNumber(double a);

  //@ ensures \result == (isNumber(a) && isNumber(b) && rank(a) < rank(b));
  public static /*@ pure @*/ boolean less(double a, double b);

  //@ ensures \result == (isNumber(a) && isNumber(b) && rank(a) <= rank(b));
  public static /*@ pure @*/ boolean atMost(double a, double b);

  //@ ensures \result == (isNumber(a) && isNumber(b) && rank(a) == rank(b));
  public static /*@ pure @*/ boolean equal(double a, double b);

  //@ ensures isNumber(a) ==> bits(\result) == (bits(a) >= 0 ? bits(a) + Long.MIN_VALUE : bits(a) - Long.MIN_VALUE);
  //@ ensures !isNumber(a) ==> bits(\result) == 9221120237041090560L;
  public static /*@ pure @*/ double negate(double a);

  //@ ensures isNumber(a) && isNumber(b) && rank(b) >= 0 ==> rank(\result) >= rank(a);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= 0 ==> rank(\result) >= rank(b);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) <= 0 && rank(b) <= 0 ==> rank(\result) <= 0 && isNumber(\result);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= 0 && rank(b) >= 0 ==> isNumber(\result);
  public static /*@ pure @*/ double add(double a, double b);

  //@ ensures isNumber(a) && isNumber(b) && rank(b) <= 0 ==> rank(\result) >= rank(a);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= 0 && rank(b) <= 0 ==> isNumber(\result);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= rank(b) ==> rank(\result) >= 0;
  public static /*@ pure @*/ double subtract(double a, double b);

  //@ ensures rank(a) >= 0 && rank(b) >= 0 ==> rank(\result) >= 0;
  //@ ensures rank(a) <= 0 && rank(b) <= 0 ==> rank(\result) >= 0;
  public static /*@ pure @*/ double multiply(double a, double b);

  //@ ensures rank(a) >= 0 && bits(b) >= 0 ==> rank(\result) >= 0;
  public static /*@ pure @*/ double divide(double a, double b);

  public static /*@ pure @*/ double remainder(double a, double b);

  //@ ensures isNumber(\result);
  //@ ensures (n > 0) == (rank(\result) > 0) && (n < 0) == (rank(\result) < 0);
  public static /*@ pure @*/ double toDouble(long n);

  /** The bits of a number, which are those of a value of type `int`. */
  public static /*@ pure @*/ int bits(float a);

  /** The place of a number in the order of all: zero is 0, with either sign. */
  //@ ensures \result == (bits(a) >= 0 ? bits(a) : Integer.MIN_VALUE - bits(a));
  public static /*@ pure @*/ int rank(float a);

  //@ ensures \result == (-2139095040 <= rank(a) && rank(a) <= 2139095040);
  public static /*@ pure @*/ boolean isNumber(float a);

  //@ ensures \result == (isNumber(a) && isNumber(b) && rank(a) < rank(b));
  public static /*@ pure @*/ boolean less(float a, float b);

  //@ ensures \result == (isNumber(a) && isNumber(b) && rank(a) <= rank(b));
  public static /*@ pure @*/ boolean atMost(float a, float b);

  //@ ensures \result == (isNumber(a) && isNumber(b) && rank(a) == rank(b));
  public static /*@ pure @*/ boolean equal(float a, float b);

  //@ ensures isNumber(a) ==> bits(\result) == (bits(a) >= 0 ? bits(a) + Integer.MIN_VALUE : bits(a) - Integer.MIN_VALUE);
  //@ ensures !isNumber(a) ==> bits(\result) == 2143289344;
  public static /*@ pure @*/ float negate(float a);

  //@ ensures isNumber(a) && isNumber(b) && rank(b) >= 0 ==> rank(\result) >= rank(a);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= 0 ==> rank(\result) >= rank(b);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) <= 0 && rank(b) <= 0 ==> rank(\result) <= 0 && isNumber(\result);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= 0 && rank(b) >= 0 ==> isNumber(\result);
  public static /*@ pure @*/ float add(float a, float b);

  //@ ensures isNumber(a) && isNumber(b) && rank(b) <= 0 ==> rank(\result) >= rank(a);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= 0 && rank(b) <= 0 ==> isNumber(\result);
  //@ ensures isNumber(a) && isNumber(b) && rank(a) >= rank(b) ==> rank(\result) >= 0;
  public static /*@ pure @*/ float subtract(float a, float b);

  //@ ensures rank(a) >= 0 && rank(b) >= 0 ==> rank(\result) >= 0;
  //@ ensures rank(a) <= 0 && rank(b) <= 0 ==> rank(\result) >= 0;
  public static /*@ pure @*/ float multiply(float a, float b);

  //@ ensures rank(a) >= 0 && bits(b) >= 0 ==> rank(\result) >= 0;
  public static /*@ pure @*/ float divide(float a, float b);

  public static /*@ pure @*/ float remainder(float a, float b);

  //@ ensures isNumber(\result);
  //@ ensures (n > 0) == (rank(\result) > 0) && (n < 0) == (rank(\result) < 0);
  public static /*@ pure @*/ float toFloat(long n);

  //@ ensures isNumber(\result) == isNumber(a);
  //@ ensures isNumber(a) ==> (rank(a) > 0) == (rank(\result) > 0) && (rank(a) < 0) == (rank(\result) < 0);
  public static /*@ pure @*/ double toDouble(float a);

  //@ ensures isNumber(\result) == isNumber(a);
  //@ ensures isNumber(a) && rank(a) >= 0 ==> rank(\result) >= 0;
  //@ ensures isNumber(a) && rank(a) <= 0 ==> rank(\result) <= 0;
  public static /*@ pure @*/ float toFloat(double a);

  //@ ensures (rank(a) >= 0 ==> \result >= 0) && (rank(a) <= 0 ==> \result <= 0);
  public static /*@ pure @*/ int toInt(double a);

  //@ ensures (rank(a) >= 0 ==> \result >= 0) && (rank(a) <= 0 ==> \result <= 0);
  public static /*@ pure @*/ long toLong(double a);

  //@ ensures (rank(a) >= 0 ==> \result >= 0) && (rank(a) <= 0 ==> \result <= 0);
  public static /*@ pure @*/ int toInt(float a);

  //@ ensures (rank(a) >= 0 ==> \result >= 0) && (rank(a) <= 0 ==> \result <= 0);
  public static /*@ pure @*/ long toLong(float a);
}
