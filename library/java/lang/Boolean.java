package java.lang;

/** Truth values as objects, and functions on them. */
public final class Boolean {
  /** An object that holds a truth value. For annotations two of them with the same value are one. */
  //@ ensures \result != null && \result.booleanValue() == value;
  public static /*@ pure @*/ Boolean valueOf(boolean value);

  public /*@ pure @*/ boolean booleanValue();

  //@ ensures \result == (other instanceof Boolean && ((Boolean) other).booleanValue() == booleanValue());
  public /*@ pure @*/ boolean equals(Object other);

  public /*@ pure @*/ int hashCode();

  //@ ensures \result == String.valueOf(booleanValue());
  public /*@ pure @*/ String toString();

  //@ ensures \result == String.valueOf(value);
  public static /*@ pure @*/ String toString(boolean value);
}
