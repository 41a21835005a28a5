package java.lang;

/** An assertion that does not hold. */
public class AssertionError extends Error {
  public AssertionError();

  public AssertionError(Object message);

  public AssertionError(String message, Throwable cause);
}
