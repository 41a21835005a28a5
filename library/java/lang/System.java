package java.lang;

import java.io.InputStream;
import java.io.PrintStream;

/** What a program prints to and reads from: neither changes anything that contracts speak of. */
public final class System {
  public static final InputStream in;
  public static final PrintStream out;
  public static final PrintStream err;

  public static long currentTimeMillis();

  public static long nanoTime();

  //@ ensures \result != null;
  public static String lineSeparator();

  //@ requires key != null && key.length() > 0;
  public static String getProperty(String key);

  //@ requires name != null;
  public static String getenv(String name);

  // It does not return.
  //@ ensures false;
  public static void exit(int status);

  // Copies as if by way of an array of its own.
  //@ requires acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ requires 0 <= first && 0 <= at && 0 <= count && first + count <= from.length && at + count <= to.length;
  //@ ensures acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ ensures (\forall int i; 0 <= i && i < to.length; to[i] == (at <= i && i < at + count ? \old(from[first + i - at]) : \old(to[i])));
  public static void arraycopy(int[] from, int first, int[] to, int at, int count);

  //@ requires acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ requires 0 <= first && 0 <= at && 0 <= count && first + count <= from.length && at + count <= to.length;
  //@ ensures acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ ensures (\forall int i; 0 <= i && i < to.length; to[i] == (at <= i && i < at + count ? \old(from[first + i - at]) : \old(to[i])));
  public static void arraycopy(long[] from, int first, long[] to, int at, int count);

  //@ requires acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ requires 0 <= first && 0 <= at && 0 <= count && first + count <= from.length && at + count <= to.length;
  //@ ensures acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ ensures (\forall int i; 0 <= i && i < to.length; to[i] == (at <= i && i < at + count ? \old(from[first + i - at]) : \old(to[i])));
  public static void arraycopy(short[] from, int first, short[] to, int at, int count);

  //@ requires acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ requires 0 <= first && 0 <= at && 0 <= count && first + count <= from.length && at + count <= to.length;
  //@ ensures acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ ensures (\forall int i; 0 <= i && i < to.length; to[i] == (at <= i && i < at + count ? \old(from[first + i - at]) : \old(to[i])));
  public static void arraycopy(byte[] from, int first, byte[] to, int at, int count);

  //@ requires acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ requires 0 <= first && 0 <= at && 0 <= count && first + count <= from.length && at + count <= to.length;
  //@ ensures acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ ensures (\forall int i; 0 <= i && i < to.length; to[i] == (at <= i && i < at + count ? \old(from[first + i - at]) : \old(to[i])));
  public static void arraycopy(char[] from, int first, char[] to, int at, int count);

  //@ requires acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ requires 0 <= first && 0 <= at && 0 <= count && first + count <= from.length && at + count <= to.length;
  //@ ensures acc(to.elems) * (from != to ==> acc(from.elems, 1/2));
  //@ ensures (\forall int i; 0 <= i && i < to.length; to[i] == (at <= i && i < at + count ? \old(from[first + i - at]) : \old(to[i])));
  public static void arraycopy(boolean[] from, int first, boolean[] to, int at, int count);
}
