/** Remembers also the largest balance that there ever was. */
public class Audited extends Counted {
  private int peak;

  // `super.getBalance()` is the one of `Counted`, which `super.valid()` allows to be called.
  //@ predicate valid() { return super.valid() * acc(peak) * super.getBalance() <= peak; }

  //@ ensures valid() * getBalance() == 0 && getMoves() == 0 && getPeak() == 0;
  public Audited() {
    super();
  }

  @Override
  public /*@ pure @*/ int getBalance() {
    return super.getBalance();
  }

  @Override
  public /*@ pure @*/ int getMoves() {
    return super.getMoves();
  }

  //@ requires valid();
  //@ ensures getBalance() <= \result;
  public /*@ pure @*/ int getPeak() {
    return peak;
  }

  //@ requires valid() * 0 <= amount && getBalance() + amount <= Integer.MAX_VALUE;
  //@ ensures valid() * getBalance() == old(getBalance()) + amount;
  //@ ensures old(getMoves()) < Integer.MAX_VALUE ==> getMoves() == old(getMoves()) + 1;
  //@ ensures old(getPeak()) <= getPeak();
  //@ ensures getPeak() == old(getPeak()) || getPeak() == getBalance();
  @Override
  public void deposit(int amount) {
    super.deposit(amount);
    int now = super.getBalance();
    if (peak < now) {
      peak = now;
    }
  }

  //@ requires valid() * 0 <= amount;
  //@ ensures valid() * (\result <==> amount <= old(getBalance()));
  //@ ensures getBalance() == old(getBalance()) - (\result ? amount : 0);
  //@ ensures \result && old(getMoves()) < Integer.MAX_VALUE ==> getMoves() == old(getMoves()) + 1;
  //@ ensures !\result ==> getMoves() == old(getMoves());
  //@ ensures getPeak() == old(getPeak());
  @Override
  public boolean withdraw(int amount) {
    return super.withdraw(amount);
  }
}
