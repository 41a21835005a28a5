/** Knows accounts by their contracts alone. */
public final class Bank {
  /** From one account to another, whatever their classes; whether there was enough. */
  //@ requires from.valid() * to.valid() * 0 <= amount;
  //@ requires to.getBalance() + amount <= Integer.MAX_VALUE;
  //@ ensures from.valid() * to.valid();
  //@ ensures \result <==> amount <= old(from.getBalance());
  //@ ensures from.getBalance() == old(from.getBalance()) - (\result ? amount : 0);
  //@ ensures to.getBalance() == old(to.getBalance()) + (\result ? amount : 0);
  public static boolean transfer(Account from, Account to, int amount) {
    if (!from.withdraw(amount)) {
      return false;
    }
    to.deposit(amount);
    return true;
  }
}
