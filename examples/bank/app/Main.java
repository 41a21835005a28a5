package bank.app;

/** Runs all parts. Each check that is made was proved before. */
public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    AccountsDemo.run();
    LedgerDemo.run();
    QueueDemo.run();
    BankDemo.run();
    System.out.println("all checks were right");
  }
}
