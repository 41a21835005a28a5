package java.util;

/** Functions on objects that run no code of theirs. */
public final class Objects {
  //@ requires value != null;
  //@ ensures \result == value;
  public static /*@ pure @*/ <T> T requireNonNull(T value);

  //@ requires value != null;
  //@ ensures \result == value;
  public static /*@ pure @*/ <T> T requireNonNull(T value, String message);

  //@ ensures \result == (value == null);
  public static /*@ pure @*/ boolean isNull(Object value);

  //@ ensures \result == (value != null);
  public static /*@ pure @*/ boolean nonNull(Object value);
}
