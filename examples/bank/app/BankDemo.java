package bank.app;

import bank.accounts.CheckingAccount;
import bank.accounts.PremiumAccount;
import bank.accounts.SavingsAccount;
import bank.audit.LargestChange;
import bank.audit.PrintedReport;
import bank.audit.SilentAuditor;
import bank.audit.TwoAuditors;
import bank.common.Check;
import bank.policy.BoundedFee;
import bank.queue.LinkedQueue;
import bank.queue.RingQueue;

/** Exercises the bank. */
final class BankDemo {
  private BankDemo() {
  }

  static void run() {
    TwoAuditors auditors = new TwoAuditors(new LargestChange(), new SilentAuditor());
    Bank bank = new Bank(new BoundedFee(50, 10, 500), auditors);
    boolean opened = bank.open(new CheckingAccount(1, 10_000, 500));
    Check.that(opened, "the first account");
    opened = bank.open(new SavingsAccount(2, 200, 2, 25));
    Check.that(opened, "the second account");
    opened = bank.open(new PremiumAccount(2, 200, 100));
    Check.that(!opened, "there is an account 2");
    Check.same(2, bank.size(), "two accounts");
    orders(bank);
    batch(bank);
    month(bank);
  }

  /** Deposits and transfers. */
  //@ requires bank.valid() * bank.ids() == [2, 1] * bank.balances() == [0, 0];
  //@ requires bank.entries() == 0 * bank.earned() == 0;
  //@ ensures bank.valid() * bank.ids() == [2, 1] * bank.entries() <= 100;
  private static void orders(Bank bank) {
    boolean paid = bank.deposit(1, 50_000);
    Check.that(paid, "there is room");
    Check.same(50_000, bank.balance(1), "paid in");
    Check.same(0, bank.balance(2), "nothing else");
    paid = bank.deposit(3, 50_000);
    Check.that(!paid, "there is no account 3");
    boolean moved = bank.transfer(1, 2, 20_000);
    int second = bank.balance(2);
    Check.same(moved ? 20_000 : 0, second, "moved or not");
    Check.show("balance of account 2", second);
    withdrawals(bank);
  }

  /** Withdrawals. */
  //@ requires bank.valid() * bank.ids() == [2, 1] * bank.entries() <= 10;
  //@ ensures bank.valid() * bank.ids() == [2, 1] * bank.entries() <= 100;
  private static void withdrawals(Bank bank) {
    int before = bank.balance(1);
    int other = bank.balance(2);
    long earned = bank.earned();
    boolean done = bank.withdraw(1, 5_000);
    long cost = bank.earned() - earned;
    int after = bank.balance(1);
    Check.that(after == (done ? before - 5_000 - cost : before), "what was paid out is gone");
    Check.same(other, bank.balance(2), "others have not paid");
    Check.show("balance of account 1", after);
    System.out.print("earned: ");
    System.out.println(bank.earned());
  }

  /** Deposits that wait in a queue. */
  //@ requires bank.valid() * bank.entries() <= 100;
  //@ ensures bank.valid() * bank.entries() <= 1000;
  private static void batch(Bank bank) {
    RingQueue queue = new RingQueue(4);
    queue.put(700);
    queue.put(-1);
    queue.put(800);
    LinkedQueue refused = new LinkedQueue();
    long paid = Batch.depositAll(bank, 2, queue, refused);
    Check.same(0, queue.size(), "all orders are done");
    Check.that(refused.size() <= 3, "no order was made up");
    System.out.print("paid in from the queue: ");
    System.out.println(paid);
    Check.show("orders refused", refused.size());
  }

  /** The end of the month, and a report. */
  //@ requires bank.valid() * bank.entries() <= 1000;
  //@ ensures bank.valid();
  private static void month(Bank bank) {
    //@ ghost int before = bank.money();
    long due = bank.closeMonth();
    //@ assert bank.money() == before + due;
    System.out.print("interest: ");
    System.out.println(due);
    PrintedReport report = new PrintedReport();
    bank.report(report);
    Check.same(bank.entries(), report.lines(), "a line for each entry");
  }
}
