package bank.common;

/** The bounds of the bank: with these no computation leaves the range of an int. */
public final class Limits {
  /** The largest balance of an account, in cents, and the largest debt. */
  public static final int MAX_BALANCE = 1_000_000_000;

  /** The largest amount of one order. */
  public static final int MAX_AMOUNT = 100_000_000;

  /** The largest rate, in hundredths of a percent: 20 percent. */
  public static final int MAX_RATE = 2_000;

  /** The most that a single fee can be. */
  public static final int MAX_FEE = 100_000_000;

  private Limits() {
  }

  /** Whether a number of a contract is one that a variable can hold. */
  /*@ ghost pure static boolean isInt(int n) {
    @   return Integer.MIN_VALUE <= n && n <= Integer.MAX_VALUE;
    @ }
    @*/

  /** Whether an amount may be ordered. */
  //@ ensures \result == (0 <= amount && amount <= Limits.MAX_AMOUNT);
  public static /*@ pure @*/ boolean isAmount(int amount) {
    return 0 <= amount && amount <= MAX_AMOUNT;
  }

  /** Whether a rate is allowed. */
  //@ ensures \result == (0 <= rate && rate <= Limits.MAX_RATE);
  public static /*@ pure @*/ boolean isRate(int rate) {
    return 0 <= rate && rate <= MAX_RATE;
  }

  /** The nearest number to `value` between two bounds. */
  //@ requires low <= high;
  //@ ensures low <= \result && \result <= high;
  //@ ensures low <= value && value <= high ==> \result == value;
  //@ ensures value < low ==> \result == low;
  //@ ensures high < value ==> \result == high;
  public static /*@ pure @*/ int clamp(int low, int value, int high) {
    return value < low ? low : Math.min(value, high);
  }

  /**
   * A share of an amount, rounded down. Whole hundreds and the rest are
   * computed apart, so that no product is too large.
   */
  //@ requires 0 <= amount && amount <= Limits.MAX_BALANCE;
  //@ requires isRate(rate);
  //@ ensures \result == amount / 10000 * rate + amount % 10000 * rate / 10000;
  //@ ensures 0 <= \result && \result <= amount;
  public static /*@ pure @*/ int share(int amount, int rate) {
    return amount / 10_000 * rate + amount % 10_000 * rate / 10_000;
  }

  /** The sum of two amounts of the bank, but at most the bound. */
  //@ requires 0 <= a && a <= Limits.MAX_BALANCE;
  //@ requires 0 <= b && b <= Limits.MAX_BALANCE;
  //@ ensures \result == (a + b <= Limits.MAX_BALANCE ? a + b : Limits.MAX_BALANCE);
  public static /*@ pure @*/ int cappedSum(int a, int b) {
    return Math.min(a + b, MAX_BALANCE);
  }
}
