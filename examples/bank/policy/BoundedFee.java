package bank.policy;

import bank.common.Limits;

/** A share of the amount, but at least and at most certain fees. */
public final class BoundedFee extends PercentFee {
  private final int least;
  private final int most;

  /*@ predicate valid() {
    @   return super.valid() * acc(least) * acc(most)
    @     * 0 <= least && least <= most && most <= Limits.MAX_FEE;
    @ }
    @*/

  //@ requires Limits.isRate(rate);
  //@ requires 0 <= least && least <= most && most <= Limits.MAX_FEE;
  //@ ensures valid() * rate() == rate * least() == least * most() == most;
  public BoundedFee(int rate, int least, int most) {
    super(rate);
    this.least = least;
    this.most = most;
  }

  /** The least fee. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_FEE;
  public /*@ pure @*/ int least() {
    return least;
  }

  /** The largest fee. */
  //@ requires valid();
  //@ ensures least() <= \result && \result <= Limits.MAX_FEE;
  public /*@ pure @*/ int most() {
    return most;
  }

  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures least() <= amount ==> least() <= \result;
  //@ ensures amount < least() ==> \result == amount;
  //@ ensures \result <= most();
  @Override
  public /*@ pure @*/ int fee(int amount) {
    return Math.min(amount, Limits.clamp(least, super.fee(amount), most));
  }
}
