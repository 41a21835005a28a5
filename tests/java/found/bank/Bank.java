package found.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All accounts by owner. */
public class Bank {
  private final Map<String, Account> accounts = new HashMap<>();
  private final List<String> log = new ArrayList<>();

  public Account open(String owner) {
    if (accounts.containsKey(owner)) {
      throw new IllegalStateException("account exists: " + owner);
    }
    Account account = new Account(owner, 0);
    accounts.put(owner, account);
    log.add("opened " + owner);
    return account;
  }

  public int balanceOf(String owner) {
    return accounts.get(owner).getBalance();
  }

  public Account find(String owner) {
    Account account = accounts.get(owner);
    if (account == null) {
      throw new IllegalArgumentException("no account of " + owner);
    }
    return account;
  }

  public synchronized void logEntry(String entry) {
    log.add(entry);
  }

  public int logSize() {
    return log.size();
  }

  public static void main(String[] args) {
    Bank bank = new Bank();
    bank.open("Ann").deposit(100);
    System.out.println(bank.balanceOf("Ann"));
  }
}
