package java.util;

/** Input of another form. */
public class InputMismatchException extends NoSuchElementException {
  public InputMismatchException();

  public InputMismatchException(String message);
}
