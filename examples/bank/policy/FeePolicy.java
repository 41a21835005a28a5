package bank.policy;

import bank.common.Limits;

/** What an order costs. A policy never changes: `valid()` is only read. */
public interface FeePolicy {
  //@ predicate valid();

  /** The fee for an amount; it is never more than the amount itself. */
  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures 0 <= \result && \result <= amount;
  /*@ pure @*/ int fee(int amount);
}
