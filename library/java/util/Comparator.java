package java.util;

/**
 * An order of objects. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Comparator<T> {
  public int compare(T a, T b);
}
