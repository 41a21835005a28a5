package java.lang;

/** What a program is not expected to catch. */
public class Error extends Throwable {
  public Error();

  public Error(String message);

  public Error(String message, Throwable cause);

  public Error(Throwable cause);
}
