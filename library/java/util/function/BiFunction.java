package java.util.function;

/**
 * From pairs of values to values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface BiFunction<T, U, R> {
  public R apply(T t, U u);
}
