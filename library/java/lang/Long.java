package java.lang;

/** Bounds of the type `long`, and functions on its values. */
public final class Long {
  public static final long MIN_VALUE = -9223372036854775808L;
  public static final long MAX_VALUE = 9223372036854775807L;

  //@ ensures x < y ==> \result < 0;
  //@ ensures x == y ==> \result == 0;
  //@ ensures y < x ==> 0 < \result;
  public static /*@ pure @*/ int compare(long x, long y);

  //@ ensures \result == (a <= b ? a : b);
  public static /*@ pure @*/ long min(long a, long b);

  //@ ensures \result == (a <= b ? b : a);
  public static /*@ pure @*/ long max(long a, long b);

  //@ requires MIN_VALUE <= a + b && a + b <= MAX_VALUE;
  //@ ensures \result == a + b;
  public static /*@ pure @*/ long sum(long a, long b);

  //@ ensures \result == (n < 0 ? -1 : n == 0 ? 0 : 1);
  public static /*@ pure @*/ int signum(long n);

  public static /*@ pure @*/ int hashCode(long n);

  //@ ensures \result == String.valueOf(n);
  public static /*@ pure @*/ String toString(long n);

  /** An object that holds a number. For annotations two of them with the same number are one value. */
  //@ ensures \result != null && \result.longValue() == value;
  public static /*@ pure @*/ Long valueOf(long value);

  public /*@ pure @*/ long longValue();

  //@ ensures \result == (other instanceof Long && ((Long) other).longValue() == longValue());
  public /*@ pure @*/ boolean equals(Object other);

  //@ requires other != null;
  //@ ensures (\result < 0) == (longValue() < other.longValue()) && (\result == 0) == (longValue() == other.longValue());
  public /*@ pure @*/ int compareTo(Long other);

  public /*@ pure @*/ int hashCode();

  //@ ensures \result == String.valueOf(longValue());
  public /*@ pure @*/ String toString();
}
