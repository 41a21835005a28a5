package java.io;

/**
 * Printing: it changes nothing that contracts speak of. (Printing an object calls its
 * `toString()`, which is not so: print what it gives.)
 */
public class PrintStream {
  public void println();

  //@ requires value != null;
  public void println(char[] value);

  public void println(String value);

  public void println(int value);

  public void println(long value);

  public void println(float value);

  public void println(double value);

  public void println(char value);

  public void println(boolean value);

  //@ requires value != null;
  public void print(char[] value);

  public void print(String value);

  public void print(int value);

  public void print(long value);

  public void print(float value);

  public void print(double value);

  public void print(char value);

  public void print(boolean value);

  // A format that does not fit what it is given ends with an exception.
  //@ requires format != null;
  //@ requires args != null ==> acc(args.elems);
  //@ ensures \result == this;
  public PrintStream printf(String format, Object... args);

  //@ requires format != null;
  //@ requires args != null ==> acc(args.elems);
  //@ ensures \result == this;
  public PrintStream format(String format, Object... args);
}
