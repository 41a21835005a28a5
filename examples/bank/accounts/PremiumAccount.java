package bank.accounts;

import bank.common.Limits;

/** A savings account with a bonus for each deposit, which the end of the month pays. */
public final class PremiumAccount extends SavingsAccount {
  private final int bonusRate;
  private int bonus;

  /*@ predicate valid() {
    @   return super.valid() * acc(bonusRate) * acc(bonus)
    @     * Limits.isRate(bonusRate)
    @     * 0 <= bonus && bonus <= Limits.MAX_BALANCE;
    @ }
    @*/

  //@ requires Limits.isRate(rate) && Limits.isRate(bonusRate);
  //@ ensures valid() * id() == id * balance() == 0 * available() == 0;
  //@ ensures rate() == rate && bonusRate() == bonusRate && bonus() == 0;
  public PremiumAccount(int id, int rate, int bonusRate) {
    super(id, rate, 12, 100);
    this.bonusRate = bonusRate;
  }

  /** What share of a deposit is added to the bonus. */
  //@ requires valid();
  //@ ensures Limits.isRate(\result);
  public /*@ pure @*/ int bonusRate() {
    return bonusRate;
  }

  /** What has been collected in this month. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Limits.MAX_BALANCE;
  public /*@ pure @*/ int bonus() {
    return bonus;
  }

  /** The bonus is paid with the interest, as far as there is room. */
  @Override
  public /*@ pure @*/ int interest() {
    return Math.min(
        Limits.cappedSum(super.interest(), bonus), Limits.MAX_BALANCE - super.balance());
  }

  @Override
  public /*@ pure @*/ AccountKind kind() {
    return AccountKind.PREMIUM;
  }

  /** Adds an amount, and its share to the bonus. */
  //@ requires valid() * 0 <= amount;
  //@ requires balance() + amount <= Limits.MAX_BALANCE;
  //@ ensures valid() * balance() == old(balance()) + amount;
  //@ ensures available() == old(available()) + amount;
  //@ ensures id() == old(id()) && penalty() == old(penalty());
  //@ ensures freeLeft() == old(freeLeft());
  //@ ensures bonusRate() == old(bonusRate());
  //@ ensures bonus() == Limits.cappedSum(old(bonus()), Limits.share(amount, old(bonusRate())));
  @Override
  public void deposit(int amount) {
    super.deposit(amount);
    bonus = Limits.cappedSum(bonus, Limits.share(amount, bonusRate));
  }

  /** The bonus begins anew, too. */
  //@ requires valid();
  //@ ensures valid() * balance() == old(balance());
  //@ ensures available() == old(available()) && id() == old(id());
  //@ ensures freeLeft() == freeWithdrawals();
  //@ ensures freeWithdrawals() == old(freeWithdrawals());
  //@ ensures bonus() == 0 && bonusRate() == old(bonusRate());
  @Override
  protected void beginMonth() {
    super.beginMonth();
    bonus = 0;
  }
}
