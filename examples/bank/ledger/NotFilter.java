package bank.ledger;

import bank.common.Limits;

/** The entries that another filter does not accept. */
public final class NotFilter implements EntryFilter {
  private final EntryFilter inner;

  //@ predicate valid() { return acc(inner) * inner.valid(); }

  /** The new filter owns the other one. */
  //@ requires inner.valid();
  //@ ensures valid();
  /*@ ensures (\forall int a, k, n; Limits.isInt(a) && Limits.isInt(k) && Limits.isInt(n);
    @   using accepts(a, k, n) in accepts(a, k, n) == !old(inner.accepts(a, k, n)));
    @*/
  public NotFilter(EntryFilter inner) {
    this.inner = inner;
  }

  @Override
  public /*@ pure @*/ boolean accepts(int account, int kind, int amount) {
    return !inner.accepts(account, kind, amount);
  }
}
