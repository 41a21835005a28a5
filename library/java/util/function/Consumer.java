package java.util.function;

/**
 * What takes values. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Consumer<T> {
  public void accept(T t);
}
