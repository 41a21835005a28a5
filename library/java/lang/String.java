package java.lang;

/** Texts: values that never change. What they are is known by length and characters. */
public final class String {
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int length();

  //@ ensures \result == (length() == 0);
  public /*@ pure @*/ boolean isEmpty();

  //@ ensures \result != null;
  static String concatenated();

  //@ requires 0 <= index && index < length();
  public /*@ pure @*/ char charAt(int index);

  //@ ensures other == this ==> \result;
  //@ ensures other == null ==> !\result;
  public /*@ pure @*/ boolean equals(Object other);
}
