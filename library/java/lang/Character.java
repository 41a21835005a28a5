package java.lang;

/** Kinds of characters. Of those beyond the first 128 little is said. */
public final class Character {
  public static final char MIN_VALUE = 0;
  public static final char MAX_VALUE = 65535;

  //@ ensures c < 128 ==> \result == ('0' <= c && c <= '9');
  public static /*@ pure @*/ boolean isDigit(char c);

  //@ ensures c < 128 ==> \result == ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z');
  public static /*@ pure @*/ boolean isLetter(char c);

  //@ ensures \result == (isLetter(c) || isDigit(c));
  public static /*@ pure @*/ boolean isLetterOrDigit(char c);

  //@ ensures c < 128 ==> \result == ('A' <= c && c <= 'Z');
  public static /*@ pure @*/ boolean isUpperCase(char c);

  //@ ensures c < 128 ==> \result == ('a' <= c && c <= 'z');
  public static /*@ pure @*/ boolean isLowerCase(char c);

  //@ ensures c < 128 ==> \result == (c == 32 || 9 <= c && c <= 13 || 28 <= c && c <= 31);
  public static /*@ pure @*/ boolean isWhitespace(char c);

  //@ ensures c < 128 ==> \result == ('a' <= c && c <= 'z' ? c - 32 : c);
  public static /*@ pure @*/ char toUpperCase(char c);

  //@ ensures c < 128 ==> \result == ('A' <= c && c <= 'Z' ? c + 32 : c);
  public static /*@ pure @*/ char toLowerCase(char c);

  //@ ensures x < y ==> \result < 0;
  //@ ensures x == y ==> \result == 0;
  //@ ensures y < x ==> 0 < \result;
  public static /*@ pure @*/ int compare(char x, char y);

  //@ ensures \result != null && \result.length() == 1 && \result.charAt(0) == c;
  public static /*@ pure @*/ String toString(char c);

  /** An object that holds a number. For annotations two of them with the same number are one value. */
  //@ ensures \result != null && \result.charValue() == value;
  public static /*@ pure @*/ Character valueOf(char value);

  public /*@ pure @*/ char charValue();

  //@ ensures \result == (other instanceof Character && ((Character) other).charValue() == charValue());
  public /*@ pure @*/ boolean equals(Object other);

  //@ requires other != null;
  //@ ensures (\result < 0) == (charValue() < other.charValue()) && (\result == 0) == (charValue() == other.charValue());
  public /*@ pure @*/ int compareTo(Character other);

  public /*@ pure @*/ int hashCode();

  //@ ensures \result == String.valueOf(charValue());
  public /*@ pure @*/ String toString();
}
