package java.lang;

/** A text that is no number. */
public class NumberFormatException extends IllegalArgumentException {
  public NumberFormatException();

  public NumberFormatException(String message);
}
