package found.bank;

/** Pays interest in whole percent. */
public class SavingsAccount extends Account {
  private final int percent;

  public SavingsAccount(String owner, int openingBalance, int percent) {
    super(owner, openingBalance);
    this.percent = percent;
  }

  public int interest() {
    return getBalance() * percent / 100;
  }

  public void addInterest() {
    int interest = interest();
    if (interest > 0) {
      deposit(interest);
    }
  }

  /** Years until the balance has doubled, by the rule of 72. */
  public int yearsToDouble() {
    return 72 / percent;
  }
}
