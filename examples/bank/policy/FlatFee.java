package bank.policy;

import bank.common.Limits;

/** Each order costs the same, except that no fee is larger than its amount. */
public final class FlatFee implements FeePolicy {
  private final int price;

  //@ predicate valid() { return acc(price) * 0 <= price && price <= Limits.MAX_FEE; }

  //@ requires 0 <= price && price <= Limits.MAX_FEE;
  //@ ensures valid() * price() == price;
  public FlatFee(int price) {
    this.price = price;
  }

  /** What an order costs. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_FEE;
  public /*@ pure @*/ int price() {
    return price;
  }

  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures \result == (amount < price() ? amount : price());
  @Override
  public /*@ pure @*/ int fee(int amount) {
    return Math.min(amount, price);
  }
}
