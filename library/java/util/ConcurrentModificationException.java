package java.util;

/** A collection that was changed under an iterator. */
public class ConcurrentModificationException extends RuntimeException {
  public ConcurrentModificationException();

  public ConcurrentModificationException(String message);

  public ConcurrentModificationException(String message, Throwable cause);

  public ConcurrentModificationException(Throwable cause);
}
