package bank.audit;

import bank.ledger.Kinds;
import bank.ledger.Ledger;

/**
 * A report on a ledger. `run` is a template method: which entries there are, and in
 * which order, is written here; what becomes of them, in the classes below.
 */
public abstract class Report {
  //@ predicate valid();

  /** The amounts that were reported since the report began. */
  //@ requires valid();
  //@ ghost pure seq<int> amounts();

  /** The kinds of these entries. */
  //@ requires valid();
  //@ ensures |\result| == |amounts()|;
  //@ ghost pure seq<int> kinds();

  protected Report() {
  }

  /** Begins anew. */
  //@ requires valid();
  //@ ensures valid() * amounts() == [] * kinds() == [];
  protected abstract void begin();

  /** Reports an entry. */
  //@ requires valid() * 0 <= kind && kind < Kinds.COUNT * |amounts()| < Ledger.MAX_ENTRIES;
  //@ ensures valid() * amounts() == old(amounts()) ++ [amount];
  //@ ensures kinds() == old(kinds()) ++ [kind];
  protected abstract void line(int account, int kind, int amount);

  /** Ends the report. */
  //@ requires valid();
  //@ ensures valid() * untouched(valid());
  protected abstract void end();

  /** Reports all entries. */
  //@ requires valid() * ledger.valid();
  //@ ensures valid() * ledger.valid() * untouched(ledger.valid());
  //@ ensures amounts() == ledger.amounts() * kinds() == ledger.kinds();
  public final void run(Ledger ledger) {
    begin();
    /*@ invariant valid() * ledger.valid() * untouched(ledger.valid());
      @ invariant 0 <= i && i <= ledger.size();
      @ invariant amounts() == ledger.amounts()[..i] && kinds() == ledger.kinds()[..i];
      @ decreases ledger.size() - i;
      @*/
    for (int i = 0; i < ledger.size(); i++) {
      line(ledger.account(i), ledger.kind(i), ledger.amount(i));
    }
    end();
  }
}
