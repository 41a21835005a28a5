package java.util.function;

/**
 * From numbers to numbers. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface IntUnaryOperator {
  public int applyAsInt(int n);
}
