package java.util;

import java.io.InputStream;

/**
 * Reading: words and lines that nobody knows. (What does not fit, or the end of the text, ends a program
 * in Java: a contract does not speak of it.)
 */
public final class Scanner {
  public Scanner(InputStream source);

  public boolean hasNext();

  public boolean hasNextBoolean();

  public boolean hasNextInt();

  public boolean hasNextLine();

  public boolean hasNextLong();

  //@ ensures \result != null;
  public String next();

  public boolean nextBoolean();

  public int nextInt();

  //@ ensures \result != null;
  public String nextLine();

  public long nextLong();

  public void close();
}
