package found.bank;

/** Thrown if an account has too little money. */
public class InsufficientFundsException extends Exception {
  private final int missing;

  public InsufficientFundsException(int balance, int amount) {
    super("insufficient funds");
    this.missing = amount - balance;
  }

  public int getMissing() {
    return missing;
  }
}
