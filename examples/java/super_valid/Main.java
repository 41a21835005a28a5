/**
 * Three classes, each below the one before. Each adds fields, and says by `super.valid()` that its
 * objects have all that an object of the class above has, and more. A client that knows an
 * `Account` only may be given any of the three.
 */
public final class Main {
  /** Fails at run time if it is wrong. Its contract shows that it never is. */
  //@ requires ok;
  private static void check(boolean ok) {
    if (!ok) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) {
    Audited a = new Audited();
    a.deposit(50);
    check(a.withdraw(20));
    check(a.getBalance() == 30 && a.getMoves() == 2);
    check(50 <= a.getPeak());

    Counted c = new Counted();
    check(Bank.transfer(a, c, 25));
    check(a.getBalance() == 5 && c.getBalance() == 25);

    // Of the moves `Bank.transfer` says nothing, but the object is what it was.
    c.deposit(5);
    check(c.getBalance() == 30);

    Account plain = new Account();
    check(!Bank.transfer(plain, a, 1));
    check(a.getBalance() == 5);
  }
}
