package bank.accounts;

import bank.common.Limits;

/**
 * An account. What its state is stands in `valid()`, which each class defines for
 * itself; what clients know of it are `id()`, `balance()`, `available()`,
 * `penalty()` and `interest()`. The orders `withdraw` and `closeMonth` are
 * template methods: they are written once, for all accounts, with the operations
 * that the classes below define.
 */
public abstract class Account {
  private final int id;
  private int balance;

  /** The part of the state that all accounts have. */
  /*@ predicate core() {
    @   return acc(id) * acc(balance)
    @     * -Limits.MAX_BALANCE <= balance && balance <= Limits.MAX_BALANCE;
    @ }
    @*/

  /** The whole state. */
  //@ predicate valid();

  //@ ensures core() * coreBalance() == 0 * coreId() == id;
  protected Account(int id) {
    this.id = id;
  }

  /** The number of the account, as far as the classes below see it. */
  //@ requires core();
  protected final /*@ pure @*/ int coreId() {
    return id;
  }

  /** The balance, as far as the classes below see it. */
  //@ requires core();
  //@ ensures -Limits.MAX_BALANCE <= \result && \result <= Limits.MAX_BALANCE;
  protected final /*@ pure @*/ int coreBalance() {
    return balance;
  }

  /** Changes the balance by an amount that may be negative. */
  //@ requires core();
  //@ requires -Limits.MAX_BALANCE <= coreBalance() + amount;
  //@ requires coreBalance() + amount <= Limits.MAX_BALANCE;
  //@ ensures core() * coreBalance() == old(coreBalance()) + amount;
  //@ ensures coreId() == old(coreId());
  protected final void move(int amount) {
    balance += amount;
  }

  /** The number of the account: it never changes. */
  //@ requires valid();
  public abstract /*@ pure @*/ int id();

  /** What is there; less than 0 is a debt. */
  //@ requires valid();
  //@ ensures -Limits.MAX_BALANCE <= \result && \result <= Limits.MAX_BALANCE;
  public abstract /*@ pure @*/ int balance();

  /** What may be taken out: the balance and the credit. */
  //@ requires valid();
  //@ ensures 0 <= \result && balance() <= \result;
  //@ ensures \result <= 2 * Limits.MAX_BALANCE;
  public abstract /*@ pure @*/ int available();

  /** What the next withdrawal costs. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_FEE;
  public abstract /*@ pure @*/ int penalty();

  /** What the end of the month adds to the balance, or takes away. */
  //@ requires valid();
  //@ ensures -available() <= \result;
  //@ ensures balance() + \result <= Limits.MAX_BALANCE;
  public abstract /*@ pure @*/ int interest();

  /** The kind of the account. */
  //@ requires valid();
  //@ ensures \result != null;
  public abstract /*@ pure @*/ AccountKind kind();

  /** Adds an amount. */
  //@ requires valid() * 0 <= amount;
  //@ requires balance() + amount <= Limits.MAX_BALANCE;
  //@ ensures valid() * balance() == old(balance()) + amount;
  //@ ensures available() == old(available()) + amount;
  //@ ensures id() == old(id()) && penalty() == old(penalty());
  public abstract void deposit(int amount);

  /** Takes an amount that is there, without a penalty. */
  //@ requires valid() * 0 <= amount && amount <= available();
  //@ ensures valid() * balance() == old(balance()) - amount;
  //@ ensures available() == old(available()) - amount;
  //@ ensures id() == old(id()) && penalty() == old(penalty());
  protected abstract void take(int amount);

  /** Counts a withdrawal. */
  //@ requires valid();
  //@ ensures valid() * balance() == old(balance());
  //@ ensures available() == old(available()) && id() == old(id());
  protected abstract void countWithdrawal();

  /** Begins a new month. */
  //@ requires valid();
  //@ ensures valid() * balance() == old(balance());
  //@ ensures available() == old(available()) && id() == old(id());
  protected abstract void beginMonth();

  /** Whether a withdrawal of an amount would succeed. */
  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures \result == (amount + penalty() <= available());
  public final /*@ pure @*/ boolean covers(int amount) {
    return amount + penalty() <= available();
  }

  /** Takes an amount and the penalty, if both are there; else nothing happens. */
  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures valid() * id() == old(id());
  //@ ensures \result == old(covers(amount));
  //@ ensures \result ==> balance() == old(balance()) - amount - old(penalty());
  //@ ensures \result ==> available() == old(available()) - amount - old(penalty());
  //@ ensures !\result ==> untouched(valid());
  public final boolean withdraw(int amount) {
    int total = amount + penalty();
    if (total > available()) {
      return false;
    }
    take(total);
    countWithdrawal();
    return true;
  }

  /** Adds the interest, or takes it, and begins a new month. */
  //@ requires valid();
  //@ ensures valid() * id() == old(id());
  //@ ensures \result == old(interest());
  //@ ensures balance() == old(balance()) + \result;
  //@ ensures available() == old(available()) + \result;
  public final int closeMonth() {
    int due = interest();
    if (due >= 0) {
      deposit(due);
    } else {
      take(-due);
    }
    beginMonth();
    return due;
  }
}
