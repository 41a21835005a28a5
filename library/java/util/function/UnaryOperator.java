package java.util.function;

/** From values of a type to values of the same type. */
public interface UnaryOperator<T> extends Function<T, T> {
}
