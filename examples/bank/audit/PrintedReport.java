package bank.audit;

import bank.ledger.Kinds;

/** Prints a line for each entry. */
public final class PrintedReport extends Report {
  private int lines;
  //@ ghost seq<int> amounts;
  //@ ghost seq<int> kinds;

  /*@ predicate valid() {
    @   return acc(lines) * acc(amounts) * acc(kinds)
    @     * |kinds| == |amounts| && lines == |amounts|;
    @ }
    @*/

  //@ ensures valid() * amounts() == [];
  public PrintedReport() {
  }

  //@ requires valid();
  //@ ghost pure seq<int> amounts() { return amounts; }

  //@ requires valid();
  //@ ghost pure seq<int> kinds() { return kinds; }

  /** How many lines were printed. */
  //@ requires valid();
  //@ ensures \result == |amounts()|;
  public /*@ pure @*/ int lines() {
    return lines;
  }

  @Override
  protected void begin() {
    System.out.println("account kind amount");
    lines = 0;
    //@ amounts = [];
    //@ kinds = [];
  }

  @Override
  protected void line(int account, int kind, int amount) {
    System.out.print(account);
    System.out.print(' ');
    System.out.print(Kinds.sign(Kinds.ofCode(kind)));
    System.out.print(' ');
    System.out.println(amount);
    lines++;
    //@ amounts = amounts ++ [amount];
    //@ kinds = kinds ++ [kind];
  }

  @Override
  protected void end() {
    System.out.print(lines);
    System.out.println(" entries");
  }
}
