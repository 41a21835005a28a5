package java.lang;

/** An object that cannot be copied. */
public class CloneNotSupportedException extends Exception {
  public CloneNotSupportedException();

  public CloneNotSupportedException(String message);
}
