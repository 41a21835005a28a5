package java.util.function;

/** From two values of a type to one. */
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
}
