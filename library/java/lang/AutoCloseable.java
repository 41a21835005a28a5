package java.lang;

/**
 * What is closed at the end of a `try`. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface AutoCloseable {
  public void close();
}
