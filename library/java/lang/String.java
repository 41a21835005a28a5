package java.lang;

/**
 * Texts: values that never change. For annotations two strings of the same characters are one
 * value, so that `==` there is what `equals` is in code; `==` in code tells less.
 */
public final class String {
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int length();

  //@ ensures \result == (length() == 0);
  public /*@ pure @*/ boolean isEmpty();

  //@ requires 0 <= index && index < length();
  public /*@ pure @*/ char charAt(int index);

  //@ ensures \result == (other == this);
  public /*@ pure @*/ boolean equals(Object other);

  public /*@ pure @*/ int hashCode();

  //@ requires other != null;
  //@ ensures (\result == 0) == (other == this);
  public /*@ pure @*/ int compareTo(String other);

  //@ ensures \result == this;
  public /*@ pure @*/ String toString();

  //@ requires other != null && length() + other.length() <= Integer.MAX_VALUE;
  //@ ensures \result != null;
  //@ ensures \result.length() == length() + other.length();
  //@ ensures (\forall int i; 0 <= i && i < length(); \result.charAt(i) == charAt(i));
  //@ ensures (\forall int i; 0 <= i && i < other.length(); \result.charAt(length() + i) == other.charAt(i));
  public /*@ pure @*/ String concat(String other);

  //@ requires 0 <= from && from <= length();
  //@ ensures \result != null && \result.length() == length() - from;
  //@ ensures (\forall int i; 0 <= i && i < length() - from; \result.charAt(i) == charAt(from + i));
  public /*@ pure @*/ String substring(int from);

  //@ requires 0 <= from && from <= to && to <= length();
  //@ ensures \result != null && \result.length() == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result.charAt(i) == charAt(from + i));
  public /*@ pure @*/ String substring(int from, int to);

  //@ requires 0 <= c && c <= 65535;
  //@ ensures -1 <= \result && \result < length();
  //@ ensures 0 <= \result ==> charAt(\result) == c;
  //@ ensures (\forall int i; 0 <= i && i < (\result < 0 ? length() : \result); charAt(i) != c);
  public /*@ pure @*/ int indexOf(int c);

  //@ requires other != null;
  //@ ensures -1 <= \result && \result <= length() - other.length() || \result == -1;
  public /*@ pure @*/ int indexOf(String other);

  // A format that does not fit what it is given ends with an exception.
  //@ requires format != null;
  //@ requires args != null ==> acc(args.elems);
  //@ ensures \result != null;
  public static String format(String format, Object... args);

  //@ ensures acc(\result.elems) * \result.length == length();
  //@ ensures (\forall int i; 0 <= i && i < length(); \result[i] == charAt(i));
  public char[] toCharArray();

  //@ ensures \result != null && 1 <= \result.length() && \result.length() <= 11;
  public static /*@ pure @*/ String valueOf(int value);

  //@ ensures \result != null && 1 <= \result.length() && \result.length() <= 20;
  public static /*@ pure @*/ String valueOf(long value);

  //@ ensures \result != null && 3 <= \result.length();
  public static /*@ pure @*/ String valueOf(float value);

  //@ ensures \result != null && 3 <= \result.length();
  public static /*@ pure @*/ String valueOf(double value);

  //@ ensures \result != null && \result.length() == 1 && \result.charAt(0) == value;
  public static /*@ pure @*/ String valueOf(char value);

  //@ ensures \result != null && \result.length() == (value ? 4 : 5);
  public static /*@ pure @*/ String valueOf(boolean value);

  // What `+` gives, by the kinds of operands: objects here are strings and constants of an `enum`.
  //@ ensures \result != null;
  static String concatenated(Object a, Object b);

  //@ ensures \result != null;
  static String concatenated(Object a, long b);

  //@ ensures \result != null;
  static String concatenated(Object a, char b);

  //@ ensures \result != null;
  static String concatenated(Object a, boolean b);

  //@ ensures \result != null;
  static String concatenated(Object a, double b);

  //@ ensures \result != null;
  static String concatenated(long a, Object b);

  //@ ensures \result != null;
  static String concatenated(char a, Object b);

  //@ ensures \result != null;
  static String concatenated(boolean a, Object b);

  //@ ensures \result != null;
  static String concatenated(double a, Object b);

  // What `==` gives in code: equal strings may be different objects.
  //@ ensures \result ==> a == b;
  //@ ensures a == null && b == null ==> \result;
  static boolean same(Object a, Object b);
}
