package bank.app;

import bank.accounts.Account;
import bank.accounts.AccountKind;
import bank.accounts.CheckingAccount;
import bank.accounts.PremiumAccount;
import bank.accounts.SavingsAccount;
import bank.common.Check;

/** Exercises the three kinds of accounts. */
final class AccountsDemo {
  private AccountsDemo() {
  }

  static void run() {
    checking();
    savings();
    premium();
    Account first = new CheckingAccount(7, 500, 100);
    Account second = new SavingsAccount(8, 100, 3, 25);
    first.deposit(1000);
    boolean moved = move(first, second, 400);
    Check.show("moved between accounts", second.balance());
    Check.that(!moved || second.balance() == 400, "what was moved has come");
  }

  /** Moves an amount between two accounts of any kinds. */
  //@ requires from.valid() * to.valid() * 0 <= amount && amount <= 100000;
  //@ requires to.balance() <= 0;
  //@ ensures from.valid() * to.valid();
  //@ ensures \result == old(from.covers(amount));
  //@ ensures \result ==> to.balance() == old(to.balance()) + amount;
  /*@ ensures \result ==> from.balance() + to.balance()
    @   == old(from.balance() + to.balance() - from.penalty());
    @*/
  //@ ensures !\result ==> untouched(from.valid()) * untouched(to.valid());
  private static boolean move(Account from, Account to, int amount) {
    if (!from.withdraw(amount)) {
      return false;
    }
    to.deposit(amount);
    return true;
  }

  private static void checking() {
    CheckingAccount account = new CheckingAccount(1, 1000, 500);
    account.deposit(300);
    Check.same(300, account.balance(), "deposit");
    Check.same(1300, account.available(), "balance and credit");
    boolean taken = account.withdraw(800);
    Check.that(taken, "within the credit");
    Check.same(-500, account.balance(), "a debt");
    boolean more = account.withdraw(501);
    Check.that(!more, "beyond the credit");
    Check.same(-500, account.balance(), "nothing has happened");
    int due = account.closeMonth();
    Check.that(due <= 0 && account.balance() == -500 + due, "debts bear interest");
    Check.that(account.kind() == AccountKind.CHECKING, "kind");
    Check.show("interest of a debt", due);
  }

  private static void savings() {
    SavingsAccount account = new SavingsAccount(2, 200, 1, 50);
    account.deposit(100_000);
    Check.same(0, account.penalty(), "the first withdrawal is free");
    Check.same(1, account.freeLeft(), "one is free");
    Check.that(account.covers(100_000), "all can be taken");
    Check.that(account.withdraw(40_000), "enough is there");
    Check.same(60_000, account.balance(), "without a penalty");
    Check.that(!account.withdraw(60_001), "there is no credit");
    int due = account.closeMonth();
    Check.that(due >= 0 && account.balance() == 60_000 + due, "interest is added");
    Check.show("interest of savings", due);
  }

  private static void premium() {
    PremiumAccount account = new PremiumAccount(3, 100, 1000);
    account.deposit(20_000);
    Check.same(2_000, account.bonus(), "a tenth of the deposit");
    account.deposit(10_000);
    Check.same(3_000, account.bonus(), "and of the next one");
    Check.same(30_000, account.balance(), "the bonus is not paid yet");
    SavingsAccount savings = account;
    savings.deposit(10_000);
    Check.same(40_000, account.balance(), "one account with two names");
    int due = account.closeMonth();
    Check.same(40_000 + due, account.balance(), "interest and bonus");
    Check.show("interest and bonus", due);
  }
}
