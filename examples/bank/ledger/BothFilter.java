package bank.ledger;

import bank.common.Limits;

/** The entries that two other filters accept. */
public final class BothFilter implements EntryFilter {
  private final EntryFilter first;
  private final EntryFilter second;

  /*@ predicate valid() {
    @   return acc(first) * acc(second) * first.valid() * second.valid();
    @ }
    @*/

  /** The new filter owns the two others. */
  //@ requires first.valid() * second.valid();
  //@ ensures valid();
  /*@ ensures (\forall int a, k, n; Limits.isInt(a) && Limits.isInt(k) && Limits.isInt(n);
    @   using accepts(a, k, n) in accepts(a, k, n)
    @   == (old(first.accepts(a, k, n)) && old(second.accepts(a, k, n))));
    @*/
  public BothFilter(EntryFilter first, EntryFilter second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public /*@ pure @*/ boolean accepts(int account, int kind, int amount) {
    return first.accepts(account, kind, amount) && second.accepts(account, kind, amount);
  }
}
