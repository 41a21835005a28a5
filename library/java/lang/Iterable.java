package java.lang;

/**
 * What has elements one after the other. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Iterable<T> {
  public java.util.Iterator<T> iterator();
}
