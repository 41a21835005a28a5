package bank.app;

import bank.accounts.Account;
import bank.accounts.AccountList;
import bank.audit.Auditor;
import bank.audit.Journal;
import bank.audit.Report;
import bank.common.Limits;
import bank.common.Sums;
import bank.ledger.EntryKind;
import bank.ledger.Ledger;
import bank.policy.FeePolicy;

/**
 * A bank. No order makes money or loses it: `money()` is what is on all accounts
 * and what the bank has earned by fees, and each order says what becomes of it.
 */
public final class Bank {
  private final AccountList accounts;
  private final FeePolicy policy;
  private final Journal journal;
  private long earned;

  /*@ predicate valid() {
    @   return acc(accounts) * acc(policy) * acc(journal) * acc(earned)
    @     * accounts.valid() * policy.valid() * journal.valid()
    @     * (0 <= earned && earned <= 200000000 * journal.size());
    @ }
    @*/

  /** A bank without accounts; it owns the policy and the auditor. */
  //@ requires policy.valid() * auditor.valid() * auditor.events() == 0;
  //@ ensures valid() * size() == 0 * earned() == 0 * entries() == 0;
  public Bank(FeePolicy policy, Auditor auditor) {
    this.accounts = new AccountList();
    this.policy = policy;
    this.journal = new Journal(auditor);
  }

  /** The accounts' numbers: all of them are different. */
  /*@ requires valid();
    @ ensures |\result| == size() && AccountList.distinct(\result);
    @ ghost pure seq<int> ids() { return accounts.ids(); }
    @*/

  /** What is on the accounts. */
  /*@ requires valid();
    @ ensures |\result| == size();
    @ ensures Sums.within(\result, -Limits.MAX_BALANCE, Limits.MAX_BALANCE);
    @ ghost pure seq<int> balances() { return accounts.balances(); }
    @*/

  /** What the end of the month would add to them. */
  /*@ requires valid();
    @ ensures |\result| == size();
    @ ghost pure seq<int> interests() { return accounts.interests(); }
    @*/

  /** The amounts of all entries of the journal. */
  /*@ requires valid();
    @ ensures |\result| == entries();
    @ ghost pure seq<int> amounts() { return journal.amounts(); }
    @*/

  /** All money of the bank and its customers. */
  /*@ requires valid();
    @ ensures \result == Sums.sum(balances()) + earned();
    @ ghost pure int money() { return Sums.sum(accounts.balances()) + earned; }
    @*/

  /** Whether balances have changed by an amount on one account, and on no other. */
  /*@ requires |before| == |ids| && |after| == |ids|;
    @ ghost pure static boolean changed(
    @     seq<int> ids, seq<int> before, seq<int> after, int id, int amount) {
    @   return (\forall int i; 0 <= i && i < |ids|;
    @     after[i] == before[i] + (ids[i] == id ? amount : 0));
    @ }
    @*/

  /** The number of accounts. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= AccountList.MAX_ACCOUNTS;
  public /*@ pure @*/ int size() {
    return accounts.size();
  }

  /** The number of entries of the journal. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= Ledger.MAX_ENTRIES;
  public /*@ pure @*/ int entries() {
    return journal.size();
  }

  /** What the bank has earned by fees and penalties. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= 200000000 * entries();
  public /*@ pure @*/ long earned() {
    return earned;
  }

  /** The fee for an order. */
  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures 0 <= \result && \result <= amount;
  public /*@ pure @*/ int fee(int amount) {
    return policy.fee(amount);
  }

  /** Whether the journal has room for the entries of another order. */
  //@ requires valid();
  //@ ensures \result == (entries() + 4 <= Ledger.MAX_ENTRIES);
  public /*@ pure @*/ boolean hasRoom() {
    return journal.size() + 4 <= Ledger.MAX_ENTRIES;
  }

  /** Takes an account over, unless there is one of the same number. */
  //@ requires valid() * account.valid() * size() < AccountList.MAX_ACCOUNTS;
  //@ ensures valid() * earned() == old(earned()) * amounts() == old(amounts());
  //@ ensures \result == !(old(account.id()) in old(ids()));
  //@ ensures \result ==> ids() == [old(account.id())] ++ old(ids());
  //@ ensures \result ==> balances() == [old(account.balance())] ++ old(balances());
  //@ ensures \result ==> money() == old(money()) + old(account.balance());
  //@ ensures !\result ==> account.valid() * untouched(account.valid());
  //@ ensures !\result ==> untouched(valid());
  public boolean open(Account account) {
    //@ Sums.sumOfPrepended(account.balance(), balances());
    if (accounts.place(account.id()) >= 0) {
      return false;
    }
    accounts.add(account);
    return true;
  }

  /** What is on an account; 0 if there is no such account. */
  //@ requires valid();
  //@ ensures valid() * untouched(valid());
  /*@ ensures let ids := ids() in let balances := balances() in
    @   (\forall int i; 0 <= i && i < |ids|; ids[i] == id ==> \result == balances[i]);
    @*/
  public int balance(int id) {
    int place = accounts.place(id);
    return place < 0 ? 0 : accounts.balance(place);
  }

  /** Pays an amount in, if there is such an account and room on it. */
  //@ requires valid() * Limits.isAmount(amount) * hasRoom();
  //@ ensures valid() * ids() == old(ids()) * earned() == old(earned());
  //@ ensures \result ==> id in ids();
  //@ ensures \result ==> changed(ids(), old(balances()), balances(), id, amount);
  //@ ensures \result ==> money() == old(money()) + amount;
  //@ ensures \result ==> amounts() == old(amounts()) ++ [amount];
  //@ ensures !\result ==> untouched(valid());
  /*@ ensures !\result ==> let ids := ids() in let balances := balances() in
    @   (\forall int i; 0 <= i && i < |ids| && ids[i] == id;
    @     Limits.MAX_BALANCE < balances[i] + amount);
    @*/
  public boolean deposit(int id, int amount) {
    int place = accounts.place(id);
    if (place < 0 || accounts.balance(place) > Limits.MAX_BALANCE - amount) {
      return false;
    }
    accounts.deposit(place, amount);
    journal.add(id, EntryKind.DEPOSIT, amount);
    return true;
  }

  /** Pays an amount out, if it, the fee and the penalty are there. */
  //@ requires valid() * Limits.isAmount(amount) * hasRoom();
  //@ ensures valid() * ids() == old(ids());
  //@ ensures \result ==> id in ids();
  //@ ensures \result ==> old(earned()) + old(fee(amount)) <= earned();
  /*@ ensures \result ==> changed(
    @   ids(), old(balances()), balances(), id, old(earned()) - earned() - amount);
    @*/
  //@ ensures \result ==> money() == old(money()) - amount;
  /*@ ensures \result ==> amounts()
    @   == old(amounts()) ++ [-amount] ++ [old(earned()) - earned()];
    @*/
  //@ ensures !\result ==> untouched(valid());
  public boolean withdraw(int id, int amount) {
    int place = accounts.place(id);
    int total = amount + policy.fee(amount);
    if (place < 0 || !Limits.isAmount(total) || !accounts.covers(place, total)) {
      return false;
    }
    int cost = policy.fee(amount) + accounts.penalty(place);
    boolean done = accounts.withdraw(place, total);
    if (!done) {
      throw new IllegalStateException("covered");
    }
    earned += cost;
    journal.add(id, EntryKind.WITHDRAWAL, -amount);
    journal.add(id, EntryKind.FEE, -cost);
    return true;
  }

  /** Moves an amount from one account to another one. */
  //@ requires valid() * Limits.isAmount(amount) * hasRoom() * from != to;
  //@ ensures valid() * ids() == old(ids());
  //@ ensures \result ==> from in ids() && to in ids();
  //@ ensures \result ==> old(earned()) + old(fee(amount)) <= earned();
  /*@ ensures \result ==> let ids := ids() in let now := balances() in
    @   let before := old(balances()) in let cost := earned() - old(earned()) in
    @   (\forall int i; 0 <= i && i < |ids|; now[i] == before[i]
    @     + (ids[i] == from ? -amount - cost : ids[i] == to ? amount : 0));
    @*/
  //@ ensures money() == old(money());
  /*@ ensures \result ==> amounts()
    @   == old(amounts()) ++ [-amount] ++ [amount] ++ [old(earned()) - earned()];
    @*/
  //@ ensures !\result ==> untouched(valid());
  public boolean transfer(int from, int to, int amount) {
    int source = accounts.place(from);
    int target = accounts.place(to);
    int total = amount + policy.fee(amount);
    if (source < 0 || target < 0 || !Limits.isAmount(total)) {
      return false;
    }
    if (accounts.balance(target) > Limits.MAX_BALANCE - amount
        || !accounts.covers(source, total)) {
      return false;
    }
    int cost = policy.fee(amount) + accounts.penalty(source);
    boolean done = accounts.withdraw(source, total);
    if (!done) {
      throw new IllegalStateException("covered");
    }
    accounts.deposit(target, amount);
    earned += cost;
    journal.add(from, EntryKind.TRANSFER, -amount);
    journal.add(to, EntryKind.TRANSFER, amount);
    journal.add(from, EntryKind.FEE, -cost);
    return true;
  }

  /** Closes the month for all accounts, and returns what that adds to them. */
  //@ requires valid() * hasRoom();
  //@ ensures valid() * ids() == old(ids()) * earned() == old(earned());
  //@ ensures \result == Sums.sum(old(interests()));
  //@ ensures money() == old(money()) + \result;
  /*@ ensures let now := balances() in let before := old(balances()) in
    @   let dues := old(interests()) in
    @   (\forall int i; 0 <= i && i < |now|; now[i] == before[i] + dues[i]);
    @*/
  //@ ensures amounts() == old(amounts()) ++ [size()];
  public long closeMonth() {
    long due = accounts.closeMonth();
    journal.add(0, EntryKind.INTEREST, accounts.size());
    return due;
  }

  /** Makes a report on all entries of the journal. */
  //@ requires valid() * report.valid();
  //@ ensures valid() * report.valid() * untouched(valid());
  //@ ensures report.amounts() == amounts();
  public void report(Report report) {
    journal.report(report);
  }
}
