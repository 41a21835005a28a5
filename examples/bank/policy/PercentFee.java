package bank.policy;

import bank.common.Limits;

/** An order costs a share of its amount. */
public class PercentFee implements FeePolicy {
  private final int rate;

  //@ predicate valid() { return acc(rate) * Limits.isRate(rate); }

  //@ requires Limits.isRate(rate);
  //@ ensures valid() * rate() == rate;
  public PercentFee(int rate) {
    this.rate = rate;
  }

  /** The share, in hundredths of a percent. */
  //@ requires valid();
  //@ ensures Limits.isRate(\result);
  public final /*@ pure @*/ int rate() {
    return rate;
  }

  @Override
  public /*@ pure @*/ int fee(int amount) {
    return Limits.share(amount, rate);
  }
}
