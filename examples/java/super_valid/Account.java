/** An account whose balance is never negative. */
public class Account {
  private int balance;

  //@ predicate valid() { return acc(balance) * 0 <= balance; }

  //@ ensures valid() * getBalance() == 0;
  public Account() {
  }

  //@ requires valid();
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int getBalance() {
    return balance;
  }

  //@ requires valid() * 0 <= amount && getBalance() + amount <= Integer.MAX_VALUE;
  //@ ensures valid() * getBalance() == old(getBalance()) + amount;
  public void deposit(int amount) {
    balance += amount;
  }

  /** Whether there was enough. */
  //@ requires valid() * 0 <= amount;
  //@ ensures valid() * (\result <==> amount <= old(getBalance()));
  //@ ensures getBalance() == old(getBalance()) - (\result ? amount : 0);
  public boolean withdraw(int amount) {
    if (balance < amount) {
      return false;
    }
    balance -= amount;
    return true;
  }
}
