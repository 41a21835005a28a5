package bank.ledger;

/** Which entries of a ledger count. A filter is never changed by being asked. */
public interface EntryFilter {
  //@ predicate valid();

  /** Whether an entry counts. */
  //@ requires valid();
  /*@ pure @*/ boolean accepts(int account, int kind, int amount);
}
