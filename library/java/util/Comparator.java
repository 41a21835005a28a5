package java.util;

import veriframe.RawComparator;

/**
 * An order of objects. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Comparator<T> extends RawComparator {
  public int compare(T a, T b);
}
