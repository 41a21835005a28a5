package bank.audit;

import bank.common.IntArrays;
import bank.common.Sums;
import bank.ledger.EntryKind;
import bank.ledger.Kinds;
import bank.ledger.Ledger;

/** Counts how many entries of each kind there are, and adds the amounts up. */
public final class KindReport extends Report {
  private final int[] counts;
  private long sum;
  //@ ghost seq<int> amounts;
  //@ ghost seq<int> kinds;

  /*@ predicate valid() {
    @   return acc(counts) * acc(counts.elems) * acc(sum) * acc(amounts) * acc(kinds)
    @     * counts.length == Kinds.COUNT && |kinds| == |amounts|
    @     * |amounts| <= Ledger.MAX_ENTRIES
    @     * sum == Sums.sum(amounts)
    @     * (-2147483648 * |amounts| <= sum && sum <= 2147483647 * |amounts|)
    @     * (forall int k :: 0 <= k && k < Kinds.COUNT ==> counts[k] == Sums.count(kinds, k));
    @ }
    @*/

  //@ ensures valid() * amounts() == [];
  public KindReport() {
    counts = new int[Kinds.COUNT];
  }

  //@ requires valid();
  //@ ghost pure seq<int> amounts() { return amounts; }

  //@ requires valid();
  //@ ghost pure seq<int> kinds() { return kinds; }

  /** How many entries of a kind there were. */
  //@ requires valid() * kind != null;
  //@ ensures \result == Sums.count(kinds(), Kinds.code(kind));
  public /*@ pure @*/ int count(EntryKind kind) {
    return counts[Kinds.code(kind)];
  }

  /** The sum of all amounts. */
  //@ requires valid();
  //@ ensures \result == Sums.sum(amounts());
  public /*@ pure @*/ long sum() {
    return sum;
  }

  @Override
  protected void begin() {
    IntArrays.fill(counts, 0);
    sum = 0;
    //@ amounts = [];
    //@ kinds = [];
  }

  @Override
  protected void line(int account, int kind, int amount) {
    //@ Sums.sumOfAppended(amounts, amount);
    //@ Sums.countOfAppended(kinds, kind);
    counts[kind]++;
    sum += amount;
    //@ amounts = amounts ++ [amount];
    //@ kinds = kinds ++ [kind];
  }

  @Override
  protected void end() {
  }
}
