package java.io;

/** What a program reads from: only `Scanner` does. */
public abstract class InputStream {
}
