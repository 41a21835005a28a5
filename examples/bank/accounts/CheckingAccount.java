package bank.accounts;

import bank.common.Limits;

/** An account that may be overdrawn up to a limit; debts bear interest. */
public final class CheckingAccount extends Account {
  private final int credit;
  private final int debtRate;

  /*@ predicate valid() {
    @   return core() * acc(credit) * acc(debtRate)
    @     * 0 <= credit && credit <= Limits.MAX_BALANCE
    @     * Limits.isRate(debtRate)
    @     * 0 <= coreBalance() + credit;
    @ }
    @*/

  //@ requires 0 <= credit && credit <= Limits.MAX_BALANCE;
  //@ requires Limits.isRate(debtRate);
  //@ ensures valid() * id() == id * balance() == 0;
  //@ ensures credit() == credit && debtRate() == debtRate;
  public CheckingAccount(int id, int credit, int debtRate) {
    super(id);
    this.credit = credit;
    this.debtRate = debtRate;
  }

  /** How far the account may be overdrawn. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_BALANCE;
  public /*@ pure @*/ int credit() {
    return credit;
  }

  /** What a debt costs. */
  //@ requires valid();
  //@ ensures Limits.isRate(\result);
  public /*@ pure @*/ int debtRate() {
    return debtRate;
  }

  @Override
  public /*@ pure @*/ int id() {
    return coreId();
  }

  @Override
  public /*@ pure @*/ int balance() {
    return coreBalance();
  }

  //@ requires valid();
  //@ ensures \result == balance() + credit();
  @Override
  public /*@ pure @*/ int available() {
    return coreBalance() + credit;
  }

  //@ requires valid();
  //@ ensures \result == 0;
  @Override
  public /*@ pure @*/ int penalty() {
    return 0;
  }

  /** Debts bear interest, but never more than the credit allows. */
  //@ requires valid();
  //@ ensures 0 <= balance() ==> \result == 0;
  //@ ensures balance() < 0 ==> \result <= 0;
  @Override
  public /*@ pure @*/ int interest() {
    return coreBalance() >= 0
        ? 0
        : -Math.min(Limits.share(-coreBalance(), debtRate), coreBalance() + credit);
  }

  //@ requires valid();
  //@ ensures \result == AccountKind.CHECKING;
  @Override
  public /*@ pure @*/ AccountKind kind() {
    return AccountKind.CHECKING;
  }

  //@ requires valid() * 0 <= amount;
  //@ requires balance() + amount <= Limits.MAX_BALANCE;
  //@ ensures valid() * balance() == old(balance()) + amount;
  //@ ensures available() == old(available()) + amount;
  //@ ensures id() == old(id()) && penalty() == old(penalty());
  //@ ensures credit() == old(credit()) && debtRate() == old(debtRate());
  @Override
  public void deposit(int amount) {
    move(amount);
  }

  @Override
  protected void take(int amount) {
    move(-amount);
  }

  @Override
  protected void countWithdrawal() {
  }

  @Override
  protected void beginMonth() {
  }
}
