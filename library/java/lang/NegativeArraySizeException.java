package java.lang;

/** An array of a negative length. */
public class NegativeArraySizeException extends RuntimeException {
  public NegativeArraySizeException();

  public NegativeArraySizeException(String message);
}
