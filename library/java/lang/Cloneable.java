package java.lang;

/** A mark alone. */
public interface Cloneable {
}
