package found.bank;

/** A bank account; amounts are in cents. */
public class Account {
  private final String owner;
  private int balance;

  public Account(String owner, int openingBalance) {
    if (owner == null || owner.isEmpty()) {
      throw new IllegalArgumentException("owner is required");
    }
    if (openingBalance < 0) {
      throw new IllegalArgumentException("opening balance must not be negative");
    }
    this.owner = owner;
    this.balance = openingBalance;
  }

  public void deposit(int amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException("amount must be positive");
    }
    balance += amount;
  }

  public void withdraw(int amount) throws InsufficientFundsException {
    if (amount <= 0) {
      throw new IllegalArgumentException("amount must be positive");
    }
    if (amount > balance) {
      throw new InsufficientFundsException(balance, amount);
    }
    balance -= amount;
  }

  public void transferTo(Account other, int amount) throws InsufficientFundsException {
    withdraw(amount);
    other.deposit(amount);
  }

  public int getBalance() {
    return balance;
  }

  public String getOwner() {
    return owner;
  }

  public static void main(String[] args) {
    Account a = new Account("Ann", 1000);
    Account b = new Account("Bob", 0);
    try {
      a.transferTo(b, 250);
      System.out.println(a.getBalance() + " " + b.getBalance());
    } catch (InsufficientFundsException e) {
      System.out.println("failed: " + e.getMessage());
    } finally {
      System.out.println("done");
    }
  }
}
