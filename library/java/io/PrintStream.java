package java.io;

/** Printing: it changes nothing that contracts speak of. */
public class PrintStream {
  public static void println(Object value);
}
