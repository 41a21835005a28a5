package java.util.concurrent;

/**
 * What has a result. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Callable<V> {
  public V call();
}
