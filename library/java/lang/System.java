package java.lang;

import java.io.PrintStream;

/** What a program prints to: printing changes nothing that contracts speak of. */
public final class System {
  public static final PrintStream out;
  public static final PrintStream err;
}
