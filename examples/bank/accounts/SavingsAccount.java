package bank.accounts;

import bank.common.Limits;

/**
 * An account without credit that bears interest. Some withdrawals a month are
 * free, each further one costs a penalty.
 */
public class SavingsAccount extends Account {
  private final int rate;
  private final int freeWithdrawals;
  private final int price;
  private int withdrawals;

  /*@ predicate valid() {
    @   return core() * acc(rate) * acc(freeWithdrawals) * acc(price) * acc(withdrawals)
    @     * 0 <= coreBalance()
    @     * Limits.isRate(rate)
    @     * 0 <= price && price <= Limits.MAX_FEE
    @     * 0 <= withdrawals && withdrawals <= freeWithdrawals;
    @ }
    @*/

  //@ requires Limits.isRate(rate) && 0 <= freeWithdrawals;
  //@ requires 0 <= price && price <= Limits.MAX_FEE;
  //@ ensures valid() * id() == id * balance() == 0 * available() == 0;
  //@ ensures rate() == rate && price() == price;
  //@ ensures freeWithdrawals() == freeWithdrawals && freeLeft() == freeWithdrawals;
  public SavingsAccount(int id, int rate, int freeWithdrawals, int price) {
    super(id);
    this.rate = rate;
    this.freeWithdrawals = freeWithdrawals;
    this.price = price;
  }

  /** What a balance bears a month. */
  //@ requires valid();
  //@ ensures Limits.isRate(\result);
  public final /*@ pure @*/ int rate() {
    return rate;
  }

  /** What a withdrawal costs that is not free. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_FEE;
  public final /*@ pure @*/ int price() {
    return price;
  }

  /** How many withdrawals a month are free. */
  //@ requires valid();
  //@ ensures 0 <= \result;
  public final /*@ pure @*/ int freeWithdrawals() {
    return freeWithdrawals;
  }

  /** How many of them are left in this month. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= freeWithdrawals();
  public final /*@ pure @*/ int freeLeft() {
    return freeWithdrawals - withdrawals;
  }

  @Override
  public final /*@ pure @*/ int id() {
    return coreId();
  }

  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_BALANCE;
  @Override
  public final /*@ pure @*/ int balance() {
    return coreBalance();
  }

  //@ requires valid();
  //@ ensures \result == balance();
  @Override
  public final /*@ pure @*/ int available() {
    return coreBalance();
  }

  //@ requires valid();
  //@ ensures \result == (freeLeft() > 0 ? 0 : price());
  @Override
  public final /*@ pure @*/ int penalty() {
    return withdrawals < freeWithdrawals ? 0 : price;
  }

  //@ requires valid();
  //@ ensures 0 <= \result;
  //@ ensures balance() + \result <= Limits.MAX_BALANCE;
  @Override
  public /*@ pure @*/ int interest() {
    return Math.min(Limits.share(coreBalance(), rate), Limits.MAX_BALANCE - coreBalance());
  }

  @Override
  public /*@ pure @*/ AccountKind kind() {
    return AccountKind.SAVINGS;
  }

  //@ requires valid() * 0 <= amount;
  //@ requires balance() + amount <= Limits.MAX_BALANCE;
  //@ ensures valid() * balance() == old(balance()) + amount;
  //@ ensures available() == old(available()) + amount;
  //@ ensures id() == old(id()) && penalty() == old(penalty());
  //@ ensures freeLeft() == old(freeLeft());
  @Override
  public void deposit(int amount) {
    move(amount);
  }

  //@ requires valid() * 0 <= amount && amount <= available();
  //@ ensures valid() * balance() == old(balance()) - amount;
  //@ ensures available() == old(available()) - amount;
  //@ ensures id() == old(id()) && penalty() == old(penalty());
  //@ ensures freeLeft() == old(freeLeft());
  @Override
  protected void take(int amount) {
    move(-amount);
  }

  //@ requires valid();
  //@ ensures valid() * balance() == old(balance());
  //@ ensures available() == old(available()) && id() == old(id());
  //@ ensures freeLeft() == (old(freeLeft()) > 0 ? old(freeLeft()) - 1 : 0);
  @Override
  protected void countWithdrawal() {
    if (withdrawals < freeWithdrawals) {
      withdrawals++;
    }
  }

  //@ requires valid();
  //@ ensures valid() * balance() == old(balance());
  //@ ensures available() == old(available()) && id() == old(id());
  //@ ensures freeLeft() == freeWithdrawals();
  //@ ensures freeWithdrawals() == old(freeWithdrawals());
  @Override
  protected void beginMonth() {
    withdrawals = 0;
  }
}
