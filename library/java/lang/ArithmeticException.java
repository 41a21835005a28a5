package java.lang;

/** A division by zero. */
public class ArithmeticException extends RuntimeException {
  public ArithmeticException();

  public ArithmeticException(String message);
}
