package java.util.function;

/**
 * A condition of numbers. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface IntPredicate {
  public boolean test(int n);
}
