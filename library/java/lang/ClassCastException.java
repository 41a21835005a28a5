package java.lang;

/** A cast of an object of another class. */
public class ClassCastException extends RuntimeException {
  public ClassCastException();

  public ClassCastException(String message);
}
