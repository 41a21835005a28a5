package bank.audit;

/** Keeps the largest amount, and whose it was. */
public final class LargestChange implements Auditor {
  private int largest;
  private int account;
  //@ ghost seq<int> seen;

  /*@ predicate valid() {
    @   return acc(largest) * acc(account) * acc(seen)
    @     * (forall int i :: 0 <= i && i < |seen| ==> seen[i] <= largest)
    @     * 0 <= largest * (0 < largest ==> largest in seen);
    @ }
    @*/

  //@ ensures valid() * seen() == [] * largest() == 0;
  public LargestChange() {
  }

  /** All amounts that were told. */
  //@ requires valid();
  //@ ghost pure seq<int> seen() { return seen; }

  //@ requires valid();
  //@ ensures \result == |seen()|;
  //@ ghost pure int events() { return |seen|; }

  /** The largest amount that was told, or 0. */
  //@ requires valid();
  //@ ensures 0 <= \result && (0 < \result ==> \result in seen());
  //@ ensures let s := seen() in (\forall int i; 0 <= i && i < |s|; s[i] <= \result);
  public /*@ pure @*/ int largest() {
    return largest;
  }

  /** The account of the first change by the largest amount. */
  //@ requires valid();
  public /*@ pure @*/ int account() {
    return account;
  }

  //@ requires valid();
  //@ ensures valid() * events() == old(events()) + 1;
  //@ ensures seen() == old(seen()) ++ [amount];
  //@ ensures largest() == (amount > old(largest()) ? amount : old(largest()));
  //@ ensures account() == (amount > old(largest()) ? account : old(account()));
  @Override
  public void changed(int account, int amount) {
    if (amount > largest) {
      this.account = account;
      largest = amount;
    }
    //@ seen = seen ++ [amount];
  }
}
