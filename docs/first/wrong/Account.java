public class Account {
  private int balance;

  //@ predicate valid() { return acc(balance) * balance >= 0; }

  //@ requires valid();
  public /*@ pure @*/ int balance() {
    return balance;
  }

  //@ requires valid() * 0 <= amount;
  //@ ensures valid() * balance() == \old(balance()) - amount;
  public void withdraw(int amount) {
    balance = balance - amount;
  }

  //@ requires valid() * to.valid() * 0 <= amount <= balance();
  //@ requires to.balance() + amount <= Integer.MAX_VALUE;
  //@ ensures valid() * balance() == \old(balance()) - amount;
  //@ ensures to.valid() * to.balance() == \old(to.balance()) + amount;
  public void move(int amount, Account to) {
    withdraw(amount);
    to.balance = to.balance + amount;
  }
}
