package bank;

import java.util.ArrayList;

/** An account whose balance is never negative. */
public class Account {
  private int balance;
  private final String owner;

  //@ predicate valid() { return acc(balance) * acc(owner) * 0 <= balance && owner != null; }

  //@ requires owner != null;
  //@ ensures valid() * balance() == 0;
  public Account(String owner) {
    this.owner = owner;
  }

  //@ requires valid();
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int balance() {
    return balance;
  }

  //@ requires valid() * 0 <= amount;
  //@ requires balance() + amount <= Integer.MAX_VALUE;
  //@ ensures valid() * balance() == old(balance()) + amount;
  public void deposit(int amount) {
    balance += amount;
  }

  /*@ requires valid() * 0 <= amount && amount <= balance();
    @ ensures valid() * balance() == old(balance()) - amount;
    @*/
  public void withdraw(int amount) {
    if (amount > balance) {
      throw new IllegalArgumentException("too much");
    }
    balance -= amount;
  }

  public static void main(String[] args) {
    Account a = new Account("Ada");
    a.deposit(10);
    a.withdraw(3);
    //@ assert a.balance() == 7;
    System.out.println(a.balance());
  }
}
