package found.bank;

/** An account with contracts. */
public class SafeAccount {
  private static final int LIMIT = 1000000;

  private int balance;

  //@ predicate valid() { return acc(balance) * 0 <= balance && balance <= 1000000; }

  //@ ensures valid() * balance() == 0;
  public SafeAccount() {
    balance = 0;
  }

  //@ requires valid();
  //@ ensures 0 <= \result && \result <= 1000000;
  public /*@ pure @*/ int balance() {
    return balance;
  }

  //@ requires valid() * 0 < amount;
  //@ ensures valid() * (\result ==> balance() == \old(balance()) + amount);
  //@ ensures !\result ==> balance() == \old(balance());
  public boolean deposit(int amount) {
    if (amount > LIMIT - balance) {
      return false;
    }
    balance += amount;
    return true;
  }

  //@ requires valid() * 0 < amount;
  //@ ensures valid() * balance() == \old(balance()) - amount;
  //@ signals (IllegalStateException e) valid() * balance() == \old(balance()) && balance() < amount;
  public void withdraw(int amount) {
    if (balance < amount) {
      throw new IllegalStateException("balance too low");
    }
    balance -= amount;
  }

  //@ requires from.valid() * to.valid() * 0 < amount;
  //@ ensures from.valid() * to.valid();
  static boolean transfer(SafeAccount from, SafeAccount to, int amount) {
    try {
      from.withdraw(amount);
    } catch (IllegalStateException e) {
      return false;
    }
    return to.deposit(amount);
  }
}
