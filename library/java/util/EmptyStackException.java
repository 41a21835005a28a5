package java.util;

/** An element of an empty stack. */
public class EmptyStackException extends RuntimeException {
  public EmptyStackException();
}
