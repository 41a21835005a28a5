package bank.accounts;

import bank.common.Limits;
import bank.common.Sums;

/**
 * All accounts of a bank. They are in the order in which they were opened, the
 * newest first, and are named by their places. No two have the same number.
 */
public final class AccountList {
  /** The largest number of accounts. */
  public static final int MAX_ACCOUNTS = 100_000;

  private AccountNode head;
  private int size;

  /*@ predicate valid() {
    @   return acc(head) * acc(size) * 0 <= size && size <= AccountList.MAX_ACCOUNTS
    @     * (head == null ==> size == 0)
    @     * (head != null ==> head.list() * head.length() == size && distinct(head.ids()));
    @ }
    @*/

  /** No number occurs twice. */
  /*@ ghost pure static boolean distinct(seq<int> s) {
    @   return (\forall int i, j; 0 <= i && i < j && j < |s|; s[i] != s[j]);
    @ }
    @*/

  /** The accounts' numbers. */
  /*@ requires valid();
    @ ensures |\result| == size() && distinct(\result);
    @ ghost pure seq<int> ids() { return head == null ? [] : head.ids(); }
    @*/

  /** What is on the accounts. */
  /*@ requires valid();
    @ ensures |\result| == size();
    @ ensures Sums.within(\result, -Limits.MAX_BALANCE, Limits.MAX_BALANCE);
    @ ghost pure seq<int> balances() { return head == null ? [] : head.balances(); }
    @*/

  /** What the end of the month would add to them. */
  /*@ requires valid();
    @ ensures |\result| == size();
    @ ghost pure seq<int> interests() { return head == null ? [] : head.interests(); }
    @*/

  //@ ensures valid() * size() == 0;
  public AccountList() {
  }

  /** The number of accounts. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= AccountList.MAX_ACCOUNTS;
  public /*@ pure @*/ int size() {
    return size;
  }

  /** Adds an account, which the list owns from here on. */
  //@ requires valid() * account.valid() * size() < AccountList.MAX_ACCOUNTS;
  //@ requires !(account.id() in ids());
  //@ ensures valid() * size() == old(size()) + 1;
  //@ ensures ids() == [old(account.id())] ++ old(ids());
  //@ ensures balances() == [old(account.balance())] ++ old(balances());
  public void add(Account account) {
    head = new AccountNode(account, head);
    size++;
  }

  /** The place of the account with a number, or -1. */
  //@ requires valid();
  //@ ensures valid() * untouched(valid());
  //@ ensures -1 <= \result && \result < size();
  //@ ensures 0 <= \result ==> ids()[\result] == id;
  //@ ensures \result < 0 ==> !(id in ids());
  public int place(int id) {
    return head == null ? -1 : head.place(id);
  }

  /** What is on an account. */
  //@ requires valid() * 0 <= i && i < size();
  //@ ensures \result == balances()[i];
  public /*@ pure @*/ int balance(int i) {
    return head.balance(i);
  }

  /** What the next withdrawal from an account costs. */
  //@ requires valid() * 0 <= i && i < size();
  //@ ensures 0 <= \result && \result <= Limits.MAX_FEE;
  public /*@ pure @*/ int penalty(int i) {
    return head.penalty(i);
  }

  /** Whether a withdrawal from an account would succeed. */
  //@ requires valid() * 0 <= i && i < size() * Limits.isAmount(amount);
  public /*@ pure @*/ boolean covers(int i, int amount) {
    return head.covers(i, amount);
  }

  /** Adds an amount to an account. */
  //@ requires valid() * 0 <= i && i < size() * 0 <= amount;
  //@ requires balance(i) + amount <= Limits.MAX_BALANCE;
  //@ ensures valid() * size() == old(size()) * ids() == old(ids());
  //@ ensures balances() == old(balances())[i := old(balance(i)) + amount];
  //@ ensures Sums.sum(balances()) == Sums.sum(old(balances())) + amount;
  public void deposit(int i, int amount) {
    //@ Sums.sumOfUpdated(balances(), i, balance(i) + amount);
    head.deposit(i, amount);
  }

  /** Takes an amount and the penalty from an account, if both are there. */
  //@ requires valid() * 0 <= i && i < size() * Limits.isAmount(amount);
  //@ ensures valid() * size() == old(size()) * ids() == old(ids());
  //@ ensures \result == old(covers(i, amount));
  /*@ ensures \result ==> balances()
    @   == old(balances())[i := old(balance(i)) - amount - old(penalty(i))];
    @*/
  /*@ ensures \result ==> Sums.sum(balances())
    @   == Sums.sum(old(balances())) - amount - old(penalty(i));
    @*/
  //@ ensures !\result ==> untouched(valid());
  public boolean withdraw(int i, int amount) {
    //@ Sums.sumOfUpdated(balances(), i, balance(i) - amount - penalty(i));
    return head.withdraw(i, amount);
  }

  /** Closes the month for all accounts, and returns what that adds to them. */
  //@ requires valid();
  //@ ensures valid() * size() == old(size()) * ids() == old(ids());
  //@ ensures \result == Sums.sum(old(interests()));
  //@ ensures Sums.sum(balances()) == Sums.sum(old(balances())) + \result;
  /*@ ensures (\forall int i; 0 <= i && i < size();
    @   balances()[i] == old(balances())[i] + old(interests())[i]);
    @*/
  //@ ensures -2147483648 * size() <= \result && \result <= 2147483647 * size();
  public long closeMonth() {
    return head == null ? 0 : head.closeMonth();
  }
}
