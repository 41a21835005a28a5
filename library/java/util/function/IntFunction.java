package java.util.function;

/**
 * From numbers to values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface IntFunction<R> {
  public R apply(int n);
}
