package bank.common;

/** Checks at run time. That they succeed is proved, so that no `throw` is reached. */
public final class Check {
  private Check() {
  }

  /** Stops the program if a condition is false. */
  //@ requires condition;
  public static void that(boolean condition, String what) {
    if (!condition) {
      throw new IllegalStateException(what);
    }
  }

  /** Stops the program if two numbers differ. */
  //@ requires expected == actual;
  public static void same(int expected, int actual, String what) {
    if (expected != actual) {
      System.err.println(expected);
      System.err.println(actual);
      throw new IllegalStateException(what);
    }
  }

  /** Prints what was computed, behind its name. */
  public static void show(String name, int value) {
    System.out.print(name);
    System.out.print(": ");
    System.out.println(value);
  }
}
