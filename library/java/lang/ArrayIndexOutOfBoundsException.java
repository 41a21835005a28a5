package java.lang;

/** An index without an element of an array. */
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
  public ArrayIndexOutOfBoundsException();

  public ArrayIndexOutOfBoundsException(String message);

  public ArrayIndexOutOfBoundsException(int index);
}
