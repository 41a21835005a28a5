package java.util;

/**
 * Functions on arrays of numbers: what they change they are given whole, and give back; what they read, in
 * part. (Those of objects compare or print them, which runs what their classes say.)
 */
public class Arrays {

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int i; 0 <= i && i < a.length; a[i] == value);
  public static void fill(int[] a, int value);

  //@ requires acc(a.elems) * 0 <= from && from <= to && to <= a.length;
  //@ ensures acc(a.elems);
  //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == (from <= i && i < to ? value : \old(a[i])));
  public static void fill(int[] a, int from, int to, int value);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int i; 0 <= i && i < a.length; a[i] == value);
  public static void fill(long[] a, long value);

  //@ requires acc(a.elems) * 0 <= from && from <= to && to <= a.length;
  //@ ensures acc(a.elems);
  //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == (from <= i && i < to ? value : \old(a[i])));
  public static void fill(long[] a, int from, int to, long value);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int i; 0 <= i && i < a.length; a[i] == value);
  public static void fill(short[] a, short value);

  //@ requires acc(a.elems) * 0 <= from && from <= to && to <= a.length;
  //@ ensures acc(a.elems);
  //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == (from <= i && i < to ? value : \old(a[i])));
  public static void fill(short[] a, int from, int to, short value);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int i; 0 <= i && i < a.length; a[i] == value);
  public static void fill(byte[] a, byte value);

  //@ requires acc(a.elems) * 0 <= from && from <= to && to <= a.length;
  //@ ensures acc(a.elems);
  //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == (from <= i && i < to ? value : \old(a[i])));
  public static void fill(byte[] a, int from, int to, byte value);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int i; 0 <= i && i < a.length; a[i] == value);
  public static void fill(char[] a, char value);

  //@ requires acc(a.elems) * 0 <= from && from <= to && to <= a.length;
  //@ ensures acc(a.elems);
  //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == (from <= i && i < to ? value : \old(a[i])));
  public static void fill(char[] a, int from, int to, char value);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int i; 0 <= i && i < a.length; a[i] == value);
  public static void fill(boolean[] a, boolean value);

  //@ requires acc(a.elems) * 0 <= from && from <= to && to <= a.length;
  //@ ensures acc(a.elems);
  //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == (from <= i && i < to ? value : \old(a[i])));
  public static void fill(boolean[] a, int from, int to, boolean value);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * multiset(a[..]) == \old(multiset(a[..]));
  //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
  public static void sort(int[] a);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * multiset(a[..]) == \old(multiset(a[..]));
  //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
  public static void sort(long[] a);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * multiset(a[..]) == \old(multiset(a[..]));
  //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
  public static void sort(short[] a);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * multiset(a[..]) == \old(multiset(a[..]));
  //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
  public static void sort(byte[] a);

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * multiset(a[..]) == \old(multiset(a[..]));
  //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
  public static void sort(char[] a);

  //@ requires acc(a.elems, 1/2) * 0 <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == length;
  //@ ensures (\forall int i; 0 <= i && i < length; \result[i] == (i < a.length ? a[i] : 0));
  public static int[] copyOf(int[] a, int length);

  //@ requires acc(a.elems, 1/2) * 0 <= from && from <= to && from <= a.length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result[i] == (from + i < a.length ? a[from + i] : 0));
  public static int[] copyOfRange(int[] a, int from, int to);

  //@ requires acc(a.elems, 1/2) * 0 <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == length;
  //@ ensures (\forall int i; 0 <= i && i < length; \result[i] == (i < a.length ? a[i] : 0));
  public static long[] copyOf(long[] a, int length);

  //@ requires acc(a.elems, 1/2) * 0 <= from && from <= to && from <= a.length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result[i] == (from + i < a.length ? a[from + i] : 0));
  public static long[] copyOfRange(long[] a, int from, int to);

  //@ requires acc(a.elems, 1/2) * 0 <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == length;
  //@ ensures (\forall int i; 0 <= i && i < length; \result[i] == (i < a.length ? a[i] : 0));
  public static short[] copyOf(short[] a, int length);

  //@ requires acc(a.elems, 1/2) * 0 <= from && from <= to && from <= a.length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result[i] == (from + i < a.length ? a[from + i] : 0));
  public static short[] copyOfRange(short[] a, int from, int to);

  //@ requires acc(a.elems, 1/2) * 0 <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == length;
  //@ ensures (\forall int i; 0 <= i && i < length; \result[i] == (i < a.length ? a[i] : 0));
  public static byte[] copyOf(byte[] a, int length);

  //@ requires acc(a.elems, 1/2) * 0 <= from && from <= to && from <= a.length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result[i] == (from + i < a.length ? a[from + i] : 0));
  public static byte[] copyOfRange(byte[] a, int from, int to);

  //@ requires acc(a.elems, 1/2) * 0 <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == length;
  //@ ensures (\forall int i; 0 <= i && i < length; \result[i] == (i < a.length ? a[i] : 0));
  public static char[] copyOf(char[] a, int length);

  //@ requires acc(a.elems, 1/2) * 0 <= from && from <= to && from <= a.length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result[i] == (from + i < a.length ? a[from + i] : 0));
  public static char[] copyOfRange(char[] a, int from, int to);

  //@ requires acc(a.elems, 1/2) * 0 <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == length;
  //@ ensures (\forall int i; 0 <= i && i < length; \result[i] == (i < a.length ? a[i] : false));
  public static boolean[] copyOf(boolean[] a, int length);

  //@ requires acc(a.elems, 1/2) * 0 <= from && from <= to && from <= a.length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems) * \result.length == to - from;
  //@ ensures (\forall int i; 0 <= i && i < to - from; \result[i] == (from + i < a.length ? a[from + i] : false));
  public static boolean[] copyOfRange(boolean[] a, int from, int to);

  //@ requires a != null ==> acc(a.elems, _);
  //@ ensures \result != null;
  public static /*@ pure @*/ String toString(int[] a);

  //@ requires a != null ==> acc(a.elems, _);
  //@ ensures \result != null;
  public static /*@ pure @*/ String toString(long[] a);

  //@ requires a != null ==> acc(a.elems, _);
  //@ ensures \result != null;
  public static /*@ pure @*/ String toString(short[] a);

  //@ requires a != null ==> acc(a.elems, _);
  //@ ensures \result != null;
  public static /*@ pure @*/ String toString(byte[] a);

  //@ requires a != null ==> acc(a.elems, _);
  //@ ensures \result != null;
  public static /*@ pure @*/ String toString(char[] a);

  //@ requires a != null ==> acc(a.elems, _);
  //@ ensures \result != null;
  public static /*@ pure @*/ String toString(boolean[] a);

  //@ requires acc(a.elems, _) * acc(b.elems, _);
  //@ ensures \result == (a[..] == b[..]);
  public static /*@ pure @*/ boolean equals(int[] a, int[] b);

  //@ requires acc(a.elems, _) * acc(b.elems, _);
  //@ ensures \result == (a[..] == b[..]);
  public static /*@ pure @*/ boolean equals(long[] a, long[] b);

  //@ requires acc(a.elems, _) * acc(b.elems, _);
  //@ ensures \result == (a[..] == b[..]);
  public static /*@ pure @*/ boolean equals(short[] a, short[] b);

  //@ requires acc(a.elems, _) * acc(b.elems, _);
  //@ ensures \result == (a[..] == b[..]);
  public static /*@ pure @*/ boolean equals(byte[] a, byte[] b);

  //@ requires acc(a.elems, _) * acc(b.elems, _);
  //@ ensures \result == (a[..] == b[..]);
  public static /*@ pure @*/ boolean equals(char[] a, char[] b);

  //@ requires acc(a.elems, _) * acc(b.elems, _);
  //@ ensures \result == (a[..] == b[..]);
  public static /*@ pure @*/ boolean equals(boolean[] a, boolean[] b);
}
