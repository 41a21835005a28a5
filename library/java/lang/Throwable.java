package java.lang;

/** What can be thrown. Of messages and causes nothing is known. */
public class Throwable {
  public Throwable();

  public Throwable(String message);

  public Throwable(String message, Throwable cause);

  public Throwable(Throwable cause);

  //@ ensures \result == null || \result != null;
  public String getMessage();

  //@ ensures \result == null || \result != null;
  public String getLocalizedMessage();

  //@ ensures \result == null || \result != null;
  public Throwable getCause();

  //@ ensures \result == null || \result != null;
  public Throwable fillInStackTrace();

  //@ requires exception != null && exception != this;
  public void addSuppressed(Throwable exception);

  public void printStackTrace();
}
