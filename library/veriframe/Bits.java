package veriframe;

/**
 * What the operators of Java on the bits of numbers are, where arithmetic does not express them. Programs write
 * operators. Of their results it is known that equal operands give equal ones, what signs and bounds they have, and
 * what they are for literals.
 */
public final class Bits {
  //@ ensures a >= 0 ==> 0 <= \result && \result <= a;
  //@ ensures b >= 0 ==> 0 <= \result && \result <= b;
  //@ ensures a < 0 && b < 0 ==> a + b < \result && \result <= a && \result <= b;
  //@ ensures a == b || b == -1 ==> \result == a;
  //@ ensures a == -1 ==> \result == b;
  //@ ensures -128 <= a && a < 128 && -128 <= b && b < 128 ==> -128 <= \result && \result < 128;
  public static /*@ pure @*/ int and(int a, int b);

  //@ ensures a >= 0 && b >= 0 ==> a <= \result && b <= \result && \result <= a + b;
  //@ ensures a < 0 ==> a <= \result && \result < 0;
  //@ ensures b < 0 ==> b <= \result && \result < 0;
  //@ ensures a == b || b == 0 ==> \result == a;
  //@ ensures a == 0 ==> \result == b;
  //@ ensures -128 <= a && a < 128 && -128 <= b && b < 128 ==> -128 <= \result && \result < 128;
  public static /*@ pure @*/ int or(int a, int b);

  //@ ensures (\result >= 0) == ((a >= 0) == (b >= 0));
  //@ ensures a >= 0 && b >= 0 ==> \result <= a + b;
  //@ ensures (\result == 0) == (a == b);
  //@ ensures b == 0 ==> \result == a;
  //@ ensures a == 0 ==> \result == b;
  //@ ensures -128 <= a && a < 128 && -128 <= b && b < 128 ==> -128 <= \result && \result < 128;
  public static /*@ pure @*/ int xor(int a, int b);

  //@ ensures a == 0 || distance == 0 ==> \result == a;
  //@ ensures a == 1 && 0 <= distance && distance <= 30 ==> distance < \result;
  public static /*@ pure @*/ int shiftLeft(int a, int distance);

  //@ ensures a >= 0 ==> 0 <= \result && \result <= a;
  //@ ensures a < 0 ==> a <= \result && \result < 0;
  //@ ensures distance == 0 ==> \result == a;
  //@ ensures a > 0 && 1 <= distance && distance <= 31 ==> \result < a;
  public static /*@ pure @*/ int shiftRight(int a, int distance);

  //@ ensures a >= 0 ==> 0 <= \result && \result <= a;
  //@ ensures a < 0 && 1 <= distance && distance <= 31 ==> 0 < \result;
  //@ ensures distance == 0 ==> \result == a;
  //@ ensures a > 0 && 1 <= distance && distance <= 31 ==> \result < a;
  public static /*@ pure @*/ int shiftUnsigned(int a, int distance);

  //@ ensures a >= 0 ==> 0 <= \result && \result <= a;
  //@ ensures b >= 0 ==> 0 <= \result && \result <= b;
  //@ ensures a < 0 && b < 0 ==> a + b < \result && \result <= a && \result <= b;
  //@ ensures a == b || b == -1 ==> \result == a;
  //@ ensures a == -1 ==> \result == b;
  //@ ensures -128 <= a && a < 128 && -128 <= b && b < 128 ==> -128 <= \result && \result < 128;
  public static /*@ pure @*/ long and(long a, long b);

  //@ ensures a >= 0 && b >= 0 ==> a <= \result && b <= \result && \result <= a + b;
  //@ ensures a < 0 ==> a <= \result && \result < 0;
  //@ ensures b < 0 ==> b <= \result && \result < 0;
  //@ ensures a == b || b == 0 ==> \result == a;
  //@ ensures a == 0 ==> \result == b;
  //@ ensures -128 <= a && a < 128 && -128 <= b && b < 128 ==> -128 <= \result && \result < 128;
  public static /*@ pure @*/ long or(long a, long b);

  //@ ensures (\result >= 0) == ((a >= 0) == (b >= 0));
  //@ ensures a >= 0 && b >= 0 ==> \result <= a + b;
  //@ ensures (\result == 0) == (a == b);
  //@ ensures b == 0 ==> \result == a;
  //@ ensures a == 0 ==> \result == b;
  //@ ensures -128 <= a && a < 128 && -128 <= b && b < 128 ==> -128 <= \result && \result < 128;
  public static /*@ pure @*/ long xor(long a, long b);

  //@ ensures a == 0 || distance == 0 ==> \result == a;
  //@ ensures a == 1 && 0 <= distance && distance <= 62 ==> distance < \result;
  public static /*@ pure @*/ long shiftLeft(long a, int distance);

  //@ ensures a >= 0 ==> 0 <= \result && \result <= a;
  //@ ensures a < 0 ==> a <= \result && \result < 0;
  //@ ensures distance == 0 ==> \result == a;
  //@ ensures a > 0 && 1 <= distance && distance <= 63 ==> \result < a;
  public static /*@ pure @*/ long shiftRight(long a, int distance);

  //@ ensures a >= 0 ==> 0 <= \result && \result <= a;
  //@ ensures a < 0 && 1 <= distance && distance <= 63 ==> 0 < \result;
  //@ ensures distance == 0 ==> \result == a;
  //@ ensures a > 0 && 1 <= distance && distance <= 63 ==> \result < a;
  public static /*@ pure @*/ long shiftUnsigned(long a, int distance);
}
