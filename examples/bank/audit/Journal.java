package bank.audit;

import bank.ledger.EntryFilter;
import bank.ledger.EntryKind;
import bank.ledger.Ledger;

/** A ledger and the auditor who is told of each of its entries. */
public final class Journal {
  private final Ledger ledger;
  private final Auditor auditor;

  /*@ predicate valid() {
    @   return acc(ledger) * acc(auditor) * ledger.valid() * auditor.valid()
    @     * auditor.events() == ledger.size();
    @ }
    @*/

  /** A journal without entries; it owns the auditor. */
  //@ requires auditor.valid() * auditor.events() == 0;
  //@ ensures valid() * size() == 0;
  public Journal(Auditor auditor) {
    this.ledger = new Ledger();
    this.auditor = auditor;
  }

  /** The amounts of all entries. */
  //@ requires valid();
  //@ ensures |\result| == size();
  //@ ghost pure seq<int> amounts() { return ledger.amounts(); }

  /** The accounts of all entries. */
  //@ requires valid();
  //@ ensures |\result| == size();
  //@ ghost pure seq<int> accounts() { return ledger.accounts(); }

  /** The number of entries. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Ledger.MAX_ENTRIES;
  public /*@ pure @*/ int size() {
    return ledger.size();
  }

  /** Adds an entry, and tells the auditor. */
  //@ requires valid() * kind != null * size() < Ledger.MAX_ENTRIES;
  //@ ensures valid() * size() == old(size()) + 1;
  //@ ensures amounts() == old(amounts()) ++ [amount];
  //@ ensures accounts() == old(accounts()) ++ [account];
  public void add(int account, EntryKind kind, int amount) {
    ledger.append(account, kind, amount);
    auditor.changed(account, amount);
  }

  /** How many entries a filter accepts. */
  //@ requires valid() * filter.valid();
  //@ ensures valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
  //@ ensures 0 <= \result && \result <= size();
  public int count(EntryFilter filter) {
    return ledger.count(filter);
  }

  /** Makes a report on all entries. */
  //@ requires valid() * report.valid();
  //@ ensures valid() * report.valid() * untouched(valid());
  //@ ensures report.amounts() == amounts();
  public void report(Report report) {
    report.run(ledger);
  }
}
