package java.lang;

/** An index without a character of a text. */
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
  public StringIndexOutOfBoundsException();

  public StringIndexOutOfBoundsException(String message);

  public StringIndexOutOfBoundsException(int index);
}
