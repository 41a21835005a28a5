package veriframe;

/**
 * Values that nobody knows, as inputs that a program reads: `explore` has a symbol for each, `bmc` and
 * `test` look for values, and `run` takes them from `--input`.
 */
public final class Any {
  /** Some int. */
  public static int integer();

  /** Some long. */
  public static long longInteger();

  /** Some char. */
  public static char character();

  /** Some boolean. */
  public static boolean bool();

  /** Some text, or null. */
  public static String text();
}
