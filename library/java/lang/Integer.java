package java.lang;

/** Bounds of the type `int`, and what compares its values. */
public final class Integer {
  public static final int MIN_VALUE = -2147483648;
  public static final int MAX_VALUE = 2147483647;

  //@ ensures x < y ==> \result < 0;
  //@ ensures x == y ==> \result == 0;
  //@ ensures y < x ==> 0 < \result;
  public static /*@ pure @*/ int compare(int x, int y);
}
