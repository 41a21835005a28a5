package bank.ledger;

/** The entries of one account. */
public final class AccountFilter implements EntryFilter {
  private final int wanted;

  //@ predicate valid() { return acc(wanted); }

  //@ ensures valid() * wanted() == account;
  public AccountFilter(int account) {
    this.wanted = account;
  }

  /** The account's number. */
  //@ requires valid();
  public /*@ pure @*/ int wanted() {
    return wanted;
  }

  //@ requires valid();
  //@ ensures \result == (account == wanted());
  @Override
  public /*@ pure @*/ boolean accepts(int account, int kind, int amount) {
    return account == wanted;
  }
}
