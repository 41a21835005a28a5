package bank.policy;

import bank.common.Limits;

/** Orders are free. */
public final class NoFee implements FeePolicy {
  //@ predicate valid() { return true; }

  //@ ensures valid();
  public NoFee() {
  }

  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures \result == 0;
  @Override
  public /*@ pure @*/ int fee(int amount) {
    return 0;
  }
}
