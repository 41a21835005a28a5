package java.lang;

/** An argument that a method does not take. */
public class IllegalArgumentException extends RuntimeException {
  public IllegalArgumentException();

  public IllegalArgumentException(String message);

  public IllegalArgumentException(String message, Throwable cause);

  public IllegalArgumentException(Throwable cause);
}
