package java.io;

/** Printing: it changes nothing that contracts speak of. */
public class PrintStream {
  public void println();

  public void println(Object value);

  public void println(int value);

  public void println(long value);

  public void println(char value);

  public void println(boolean value);

  public void print(Object value);

  public void print(int value);

  public void print(long value);

  public void print(char value);

  public void print(boolean value);
}
