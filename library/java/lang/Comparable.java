package java.lang;

import veriframe.RawComparable;

/**
 * Objects that have an order. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Comparable<T> extends RawComparable {
  public int compareTo(T o);
}
