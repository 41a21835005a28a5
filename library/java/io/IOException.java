package java.io;

/** A failure of input or output. */
public class IOException extends Exception {
  public IOException();

  public IOException(String message);

  public IOException(String message, Throwable cause);

  public IOException(Throwable cause);
}
