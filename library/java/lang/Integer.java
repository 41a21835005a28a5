package java.lang;

/** Bounds of the type `int`, and functions on its values. */
public final class Integer {
  public static final int MIN_VALUE = -2147483648;
  public static final int MAX_VALUE = 2147483647;

  //@ ensures x < y ==> \result < 0;
  //@ ensures x == y ==> \result == 0;
  //@ ensures y < x ==> 0 < \result;
  public static /*@ pure @*/ int compare(int x, int y);

  //@ ensures \result == (a <= b ? a : b);
  public static /*@ pure @*/ int min(int a, int b);

  //@ ensures \result == (a <= b ? b : a);
  public static /*@ pure @*/ int max(int a, int b);

  //@ requires MIN_VALUE <= a + b && a + b <= MAX_VALUE;
  //@ ensures \result == a + b;
  public static /*@ pure @*/ int sum(int a, int b);

  //@ ensures \result == (n < 0 ? -1 : n == 0 ? 0 : 1);
  public static /*@ pure @*/ int signum(int n);

  //@ ensures \result == n;
  public static /*@ pure @*/ int hashCode(int n);

  //@ ensures \result == String.valueOf(n);
  public static /*@ pure @*/ String toString(int n);

  /** An object that holds a number. For annotations two of them with the same number are one value. */
  //@ ensures \result != null && \result.intValue() == value;
  public static /*@ pure @*/ Integer valueOf(int value);

  public /*@ pure @*/ int intValue();

  //@ ensures \result == (other instanceof Integer && ((Integer) other).intValue() == intValue());
  public /*@ pure @*/ boolean equals(Object other);

  //@ requires other != null;
  //@ ensures (\result < 0) == (intValue() < other.intValue()) && (\result == 0) == (intValue() == other.intValue());
  public /*@ pure @*/ int compareTo(Integer other);

  //@ ensures \result == intValue();
  public /*@ pure @*/ int hashCode();

  //@ ensures \result == String.valueOf(intValue());
  public /*@ pure @*/ String toString();
}
