package java.util;

/** An element that is not there. */
public class NoSuchElementException extends RuntimeException {
  public NoSuchElementException();

  public NoSuchElementException(String message);

  public NoSuchElementException(String message, Throwable cause);

  public NoSuchElementException(Throwable cause);
}
