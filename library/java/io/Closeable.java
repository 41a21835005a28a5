package java.io;

/**
 * What is closed. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Closeable extends AutoCloseable {
  public void close();
}
