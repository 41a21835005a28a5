package java.lang;

/** The end of waiting. */
public class InterruptedException extends Exception {
  public InterruptedException();

  public InterruptedException(String message);
}
