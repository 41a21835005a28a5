package java.util.function;

/**
 * From values to values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Function<T, R> {
  public R apply(T t);
}
