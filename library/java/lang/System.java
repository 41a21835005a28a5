package java.lang;

import java.io.InputStream;
import java.io.PrintStream;

/** What a program prints to and reads from: neither changes anything that contracts speak of. */
public final class System {
  public static final InputStream in;
  public static final PrintStream out;
  public static final PrintStream err;
}
