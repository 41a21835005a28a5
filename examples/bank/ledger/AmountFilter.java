package bank.ledger;

/** The entries whose amounts lie between two bounds. */
public final class AmountFilter implements EntryFilter {
  private final int low;
  private final int high;

  //@ predicate valid() { return acc(low) * acc(high) * low <= high; }

  //@ requires low <= high;
  //@ ensures valid() * low() == low * high() == high;
  public AmountFilter(int low, int high) {
    this.low = low;
    this.high = high;
  }

  /** The least amount that counts. */
  //@ requires valid();
  //@ ensures \result <= high();
  public /*@ pure @*/ int low() {
    return low;
  }

  /** The largest amount that counts. */
  //@ requires valid();
  public /*@ pure @*/ int high() {
    return high;
  }

  //@ requires valid();
  //@ ensures \result == (low() <= amount && amount <= high());
  @Override
  public /*@ pure @*/ boolean accepts(int account, int kind, int amount) {
    return low <= amount && amount <= high;
  }
}
