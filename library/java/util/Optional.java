package java.util;

/** A value that may be missing. It never changes. */
public final class Optional<T> {
  public /*@ pure @*/ boolean isPresent();

  //@ ensures \result == !isPresent();
  public /*@ pure @*/ boolean isEmpty();

  //@ requires isPresent();
  //@ ensures \result != null;
  public /*@ pure @*/ T get();

  //@ ensures \result == (isPresent() ? get() : other);
  public /*@ pure @*/ T orElse(T other);

  //@ requires value != null;
  //@ ensures \result != null;
  //@ ensures \result.isPresent() && \result.get() == value;
  public static <T> Optional<T> of(T value);

  //@ ensures \result != null && \result.isPresent() == (value != null);
  //@ ensures value != null ==> \result.get() == value;
  public static <T> Optional<T> ofNullable(T value);

  //@ ensures \result != null && !\result.isPresent();
  public static <T> Optional<T> empty();
}
