/** Counts what is done with the account, as far as an `int` can count. */
public class Counted extends Account {
  private int moves;

  //@ predicate valid() { return super.valid() * acc(moves) * 0 <= moves; }

  //@ ensures valid() * getBalance() == 0 && getMoves() == 0;
  public Counted() {
    super();
  }

  @Override
  public /*@ pure @*/ int getBalance() {
    return super.getBalance();
  }

  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Integer.MAX_VALUE;
  public /*@ pure @*/ int getMoves() {
    return moves;
  }

  /** One more. */
  //@ requires acc(moves) * 0 <= moves;
  //@ ensures acc(moves) * moves == (old(moves) < Integer.MAX_VALUE ? old(moves) + 1 : old(moves));
  private void count() {
    if (moves < Integer.MAX_VALUE) {
      moves++;
    }
  }

  // The contract says more than the one above.
  //@ requires valid() * 0 <= amount && getBalance() + amount <= Integer.MAX_VALUE;
  //@ ensures valid() * getBalance() == old(getBalance()) + amount;
  //@ ensures old(getMoves()) < Integer.MAX_VALUE ==> getMoves() == old(getMoves()) + 1;
  @Override
  public void deposit(int amount) {
    super.deposit(amount);
    count();
  }

  //@ requires valid() * 0 <= amount;
  //@ ensures valid() * (\result <==> amount <= old(getBalance()));
  //@ ensures getBalance() == old(getBalance()) - (\result ? amount : 0);
  //@ ensures \result && old(getMoves()) < Integer.MAX_VALUE ==> getMoves() == old(getMoves()) + 1;
  //@ ensures !\result ==> getMoves() == old(getMoves());
  @Override
  public boolean withdraw(int amount) {
    boolean enough = super.withdraw(amount);
    if (enough) {
      count();
    }
    return enough;
  }
}
