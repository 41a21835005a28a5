package java.io;

/** A mark alone. */
public interface Serializable {
}
