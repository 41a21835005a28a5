package java.lang;

/** An element of another class than that of an array. */
public class ArrayStoreException extends RuntimeException {
  public ArrayStoreException();

  public ArrayStoreException(String message);
}
