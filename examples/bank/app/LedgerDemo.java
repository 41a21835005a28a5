package bank.app;

import bank.audit.KindReport;
import bank.audit.PrintedReport;
import bank.common.Check;
import bank.common.IntArrays;
import bank.ledger.AccountFilter;
import bank.ledger.AmountFilter;
import bank.ledger.AnyEntry;
import bank.ledger.BothFilter;
import bank.ledger.EntryFilter;
import bank.ledger.EntryKind;
import bank.ledger.KindFilter;
import bank.ledger.Ledger;
import bank.ledger.NotFilter;

/** Exercises the ledger, filters and reports. */
final class LedgerDemo {
  private LedgerDemo() {
  }

  static void run() {
    Ledger ledger = new Ledger();
    ledger.append(1, EntryKind.DEPOSIT, 500);
    ledger.append(2, EntryKind.DEPOSIT, 90);
    ledger.append(1, EntryKind.WITHDRAWAL, -200);
    ledger.append(1, EntryKind.FEE, -10);
    ledger.append(2, EntryKind.INTEREST, 3);
    Check.same(5, ledger.size(), "five entries");
    Check.same(-200, ledger.amount(2), "the third entry");
    Check.same(2, ledger.account(4), "whose entry the last one is");
    ledger.removeLast();
    Check.same(4, ledger.size(), "one was taken back");
    Check.same(-10, ledger.amount(3), "what is left has not changed");
    Check.that(ledger.knows(2), "account 2 has an entry");
    Check.that(!ledger.knows(3), "account 3 has none");
    Check.show("entries of account 2", ledger.entriesOf(2));
    filters(ledger);
    reports(ledger);
    arrays();
  }

  //@ requires ledger.valid();
  //@ ensures ledger.valid() * untouched(ledger.valid());
  private static void filters(Ledger ledger) {
    EntryFilter one = new AccountFilter(1);
    int ofOne = ledger.count(one);
    EntryFilter others = new NotFilter(one);
    int ofOthers = ledger.count(others);
    Check.that(ofOne <= ledger.size() && ofOthers <= ledger.size(), "parts of the ledger");
    Check.show("entries of account 1", ofOne);
    Check.show("entries of others", ofOthers);
    EntryFilter small = new AmountFilter(-100, 100);
    EntryFilter deposits = new KindFilter(EntryKind.DEPOSIT);
    EntryFilter both = new BothFilter(small, deposits);
    int last = ledger.last(both);
    if (last >= 0) {
      Check.that(
          both.accepts(ledger.account(last), ledger.kind(last), ledger.amount(last)),
          "what was found is accepted");
    }
    Check.show("place of the last small deposit", last);
    AnyEntry any = new AnyEntry();
    int found = ledger.last(any);
    /*@ assert let i := ledger.size() - 1 in found < i
      @   ==> !any.accepts(ledger.account(i), ledger.kind(i), ledger.amount(i));
      @*/
    Check.same(ledger.size() - 1, found, "any entry will do");
    System.out.print("sum of all entries: ");
    System.out.println(ledger.total(any));
  }

  //@ requires ledger.valid() * 0 < ledger.size();
  //@ ensures ledger.valid() * untouched(ledger.valid());
  private static void reports(Ledger ledger) {
    PrintedReport printed = new PrintedReport();
    printed.run(ledger);
    Check.same(ledger.size(), printed.lines(), "a line for each entry");
    KindReport kinds = new KindReport();
    kinds.run(ledger);
    int before = kinds.count(EntryKind.DEPOSIT);
    kinds.run(ledger);
    Check.same(before, kinds.count(EntryKind.DEPOSIT), "reports begin anew");
    Check.show("deposits", before);
    System.out.print("sum of the report: ");
    System.out.println(kinds.sum());
    Check.show("median", ledger.median());
    Check.show("average", ledger.average());
  }

  private static void arrays() {
    int[] numbers = {5, 3, 9, 3};
    Check.same(1, IntArrays.indexOf(numbers, 4, 3), "the first 3");
    int largest = IntArrays.largest(numbers, 4);
    Check.same(9, numbers[largest], "the largest number");
    int[] longer = IntArrays.copyOf(numbers, 4, 6);
    Check.same(9, longer[2], "copied");
    Check.same(0, longer[5], "the rest is 0");
    IntArrays.reverse(numbers);
    Check.same(5, numbers[3], "the first one is the last one");
    Check.same(3, numbers[0], "the last one is the first one");
    find(numbers, 9);
  }

  /** Sorts an array, and looks a number up. */
  //@ requires acc(numbers.elems);
  //@ ensures acc(numbers.elems) * multiset(numbers[..]) == old(multiset(numbers[..]));
  private static void find(int[] numbers, int wanted) {
    IntArrays.sort(numbers);
    int place = IntArrays.search(numbers, wanted);
    if (place >= 0) {
      Check.same(wanted, numbers[place], "found by halving");
    }
    Check.show("place after sorting", place);
  }
}
