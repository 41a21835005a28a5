package java.util.function;

/**
 * What takes pairs of values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface BiConsumer<T, U> {
  public void accept(T t, U u);
}
