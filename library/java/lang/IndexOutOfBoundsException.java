package java.lang;

/** An index without an element. */
public class IndexOutOfBoundsException extends RuntimeException {
  public IndexOutOfBoundsException();

  public IndexOutOfBoundsException(String message);

  public IndexOutOfBoundsException(int index);
}
