package java.util.function;

/**
 * What gives values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Supplier<T> {
  public T get();
}
