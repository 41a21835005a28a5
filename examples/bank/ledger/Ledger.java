package bank.ledger;

import bank.common.IntArrays;
import bank.common.Limits;
import bank.common.Sums;

/**
 * The ledger: entries in the order in which they were made. An entry has an
 * account, a kind (as a number of `Kinds`) and an amount; each of the three is
 * an array of its own, and they grow together. For clients a ledger is three
 * sequences: `accounts()`, `kinds()` and `amounts()`.
 */
public final class Ledger {
  /** The largest number of entries. */
  public static final int MAX_ENTRIES = 1_000_000;

  private int[] accounts;
  private int[] kinds;
  private int[] amounts;
  private int size;

  /*@ predicate valid() {
    @   return acc(accounts) * acc(kinds) * acc(amounts) * acc(size)
    @     * acc(accounts.elems) * acc(kinds.elems) * acc(amounts.elems)
    @     * accounts.length == kinds.length && kinds.length == amounts.length
    @     * 0 <= size && size <= accounts.length
    @     * 0 < accounts.length && accounts.length <= Ledger.MAX_ENTRIES
    @     * (\forall int i; 0 <= i && i < size; 0 <= kinds[i] && kinds[i] < Kinds.COUNT);
    @ }
    @*/

  //@ requires valid();
  //@ ensures |\result| == size();
  //@ ghost pure seq<int> accounts() { return accounts[..size]; }

  //@ requires valid();
  //@ ensures |\result| == size();
  //@ ensures (\forall int i; 0 <= i && i < |\result|; 0 <= \result[i] && \result[i] < Kinds.COUNT);
  //@ ghost pure seq<int> kinds() { return kinds[..size]; }

  //@ requires valid();
  //@ ensures |\result| == size();
  //@ ghost pure seq<int> amounts() { return amounts[..size]; }

  /** How many of the first `n` entries a filter accepts. */
  /*@ requires valid() * filter.valid() * 0 <= n && n <= size();
    @ ensures 0 <= \result && \result <= n;
    @ decreases n;
    @ ghost pure int matches(EntryFilter filter, int n) {
    @   return n == 0 ? 0
    @     : matches(filter, n - 1)
    @       + (filter.accepts(accounts[n - 1], kinds[n - 1], amounts[n - 1]) ? 1 : 0);
    @ }
    @*/

  /** The sum of the amounts among the first `n` entries that a filter accepts. */
  /*@ requires valid() * filter.valid() * 0 <= n && n <= size();
    @ decreases n;
    @ ghost pure int matchedSum(EntryFilter filter, int n) {
    @   return n == 0 ? 0
    @     : matchedSum(filter, n - 1)
    @       + (filter.accepts(accounts[n - 1], kinds[n - 1], amounts[n - 1]) ? amounts[n - 1] : 0);
    @ }
    @*/

  /** A ledger without entries. */
  //@ ensures valid() * size() == 0;
  public Ledger() {
    accounts = new int[4];
    kinds = new int[4];
    amounts = new int[4];
  }

  /** The number of entries. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Ledger.MAX_ENTRIES;
  public /*@ pure @*/ int size() {
    return size;
  }

  /** Whether there is room for more entries. */
  //@ requires valid() * 0 <= more && more <= 1000;
  //@ ensures \result == (size() + more <= Ledger.MAX_ENTRIES);
  public /*@ pure @*/ boolean hasRoom(int more) {
    return size + more <= MAX_ENTRIES;
  }

  /** Whose entry it is. */
  //@ requires valid() * 0 <= i && i < size();
  //@ ensures \result == accounts()[i];
  public /*@ pure @*/ int account(int i) {
    return accounts[i];
  }

  /** The number of the entry's kind. */
  //@ requires valid() * 0 <= i && i < size();
  //@ ensures \result == kinds()[i];
  public /*@ pure @*/ int kind(int i) {
    return kinds[i];
  }

  /** The entry's amount. */
  //@ requires valid() * 0 <= i && i < size();
  //@ ensures \result == amounts()[i];
  public /*@ pure @*/ int amount(int i) {
    return amounts[i];
  }

  /** Adds an entry at the end. */
  //@ requires valid() * kind != null * size() < Ledger.MAX_ENTRIES;
  //@ ensures valid() * size() == old(size()) + 1;
  //@ ensures accounts() == old(accounts()) ++ [account];
  //@ ensures kinds() == old(kinds()) ++ [Kinds.code(kind)];
  //@ ensures amounts() == old(amounts()) ++ [amount];
  public void append(int account, EntryKind kind, int amount) {
    if (size == accounts.length) {
      grow();
    }
    accounts[size] = account;
    kinds[size] = Kinds.code(kind);
    amounts[size] = amount;
    size++;
  }

  /** Makes room for more entries. */
  //@ requires valid() * size() < Ledger.MAX_ENTRIES;
  //@ ensures valid() * size() == old(size());
  //@ ensures accounts() == old(accounts());
  //@ ensures kinds() == old(kinds());
  //@ ensures amounts() == old(amounts());
  //@ ensures size() < capacity();
  private void grow() {
    int length = Math.min(2 * size + 4, MAX_ENTRIES);
    accounts = IntArrays.copyOf(accounts, size, length);
    kinds = IntArrays.copyOf(kinds, size, length);
    amounts = IntArrays.copyOf(amounts, size, length);
  }

  /** How many entries the arrays can hold. */
  //@ requires valid();
  //@ ensures size() <= \result;
  private /*@ pure @*/ int capacity() {
    return accounts.length;
  }

  /** Takes the last entry back. */
  //@ requires valid() * 0 < size();
  //@ ensures valid() * size() == old(size()) - 1;
  //@ ensures accounts() == old(accounts())[..size()];
  //@ ensures kinds() == old(kinds())[..size()];
  //@ ensures amounts() == old(amounts())[..size()];
  public void removeLast() {
    size--;
  }

  /** How many entries a filter accepts. */
  //@ requires valid() * filter.valid();
  //@ ensures valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
  //@ ensures \result == matches(filter, size());
  public int count(EntryFilter filter) {
    int count = 0;
    //@ invariant valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
    //@ invariant 0 <= i && i <= size() * count == matches(filter, i);
    //@ decreases size() - i;
    for (int i = 0; i < size(); i++) {
      if (filter.accepts(account(i), kind(i), amount(i))) {
        count++;
      }
    }
    return count;
  }

  /** The sum of the amounts that a filter accepts. */
  //@ requires valid() * filter.valid();
  //@ ensures valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
  //@ ensures \result == matchedSum(filter, size());
  public long total(EntryFilter filter) {
    long sum = 0;
    //@ invariant valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
    //@ invariant 0 <= i && i <= size() * sum == matchedSum(filter, i);
    //@ invariant -2147483648 * i <= sum && sum <= 2147483647 * i;
    //@ decreases size() - i;
    for (int i = 0; i < size(); i++) {
      if (filter.accepts(account(i), kind(i), amount(i))) {
        sum += amount(i);
      }
    }
    return sum;
  }

  /** The place of the last entry that a filter accepts, or -1. */
  //@ requires valid() * filter.valid();
  //@ ensures valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
  //@ ensures -1 <= \result && \result < size();
  //@ ensures 0 <= \result ==> filter.accepts(account(\result), kind(\result), amount(\result));
  /*@ ensures (\forall int k; \result < k && k < size();
    @   !filter.accepts(account(k), kind(k), amount(k)));
    @*/
  public int last(EntryFilter filter) {
    int i = size() - 1;
    /*@ invariant valid() * filter.valid() * untouched(valid()) * untouched(filter.valid());
      @ invariant -1 <= i && i < size();
      @ invariant (\forall int k; i < k && k < size();
      @   !filter.accepts(account(k), kind(k), amount(k)));
      @ decreases i;
      @*/
    while (i >= 0 && !filter.accepts(account(i), kind(i), amount(i))) {
      i--;
    }
    return i;
  }

  /** How many entries an account has. */
  //@ requires valid();
  //@ ensures valid() * untouched(valid());
  //@ ensures \result == Sums.count(accounts(), account);
  public int entriesOf(int account) {
    return IntArrays.count(accounts, size, account);
  }

  /** Whether an account has any entries. */
  //@ requires valid();
  //@ ensures valid() * untouched(valid());
  //@ ensures \result == (account in accounts());
  public boolean knows(int account) {
    //@ Sums.countOfElement(accounts(), account);
    return entriesOf(account) > 0;
  }

  /** The average of all amounts, cut toward 0. */
  //@ requires valid() * 0 < size();
  //@ ensures valid() * untouched(valid());
  //@ ensures \result == Sums.sum(amounts()) / size();
  public int average() {
    long sum = IntArrays.sum(amounts, size);
    return (int) (sum / size);
  }

  /** The amounts in a new array, from the least to the largest. */
  //@ requires valid();
  //@ ensures valid() * acc(\result.elems) * untouched(valid());
  //@ ensures \result.length == size() && Sums.sorted(\result[..]);
  //@ ensures multiset(\result[..]) == multiset(amounts());
  public int[] sortedAmounts() {
    int[] sorted = IntArrays.copyOf(amounts, size, size);
    //@ assert sorted[..] == amounts();
    IntArrays.sort(sorted);
    return sorted;
  }

  /** The amount in the middle, once they are sorted. */
  //@ requires valid() * 0 < size();
  //@ ensures valid() * untouched(valid());
  /*@ ensures (\exists seq<int> s; Sums.sorted(s) && multiset(s) == multiset(amounts());
    @   0 < |s| && s[|s| / 2] == \result);
    @*/
  public int median() {
    int[] sorted = sortedAmounts();
    //@ ghost seq<int> s = sorted[..];
    //@ assert Sums.sorted(s) && multiset(s) == multiset(amounts());
    return sorted[sorted.length / 2];
  }
}
