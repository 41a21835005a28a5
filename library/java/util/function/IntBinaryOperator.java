package java.util.function;

/**
 * From two numbers to one. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface IntBinaryOperator {
  public int applyAsInt(int a, int b);
}
