package java.lang;

/**
 * Objects that have an order. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Comparable<T> {
  public int compareTo(T o);
}
