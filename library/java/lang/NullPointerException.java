package java.lang;

/** A member of null. */
public class NullPointerException extends RuntimeException {
  public NullPointerException();

  public NullPointerException(String message);
}
