package java.util.function;

/**
 * A condition of values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Predicate<T> {
  public boolean test(T t);
}
