package bank.accounts;

import bank.common.Limits;
import bank.common.Sums;

/** An account of a list, and all that are behind it. Accounts are named by their places. */
final class AccountNode {
  private final Account account;
  private final AccountNode next;

  /*@ predicate list() {
    @   return acc(account) * acc(next) * account.valid() * (next != null ==> next.list());
    @ }
    @*/

  /** The new node owns the account, and the nodes behind it. */
  //@ requires account.valid() * (next != null ==> next.list());
  //@ ensures list();
  //@ ensures ids() == [old(account.id())] ++ (next == null ? [] : old(next.ids()));
  /*@ ensures balances()
    @   == [old(account.balance())] ++ (next == null ? [] : old(next.balances()));
    @*/
  AccountNode(Account account, AccountNode next) {
    this.account = account;
    this.next = next;
  }

  /** The number of accounts. */
  /*@ requires list();
    @ ensures 0 < \result;
    @ ghost pure int length() {
    @   return 1 + (next == null ? 0 : next.length());
    @ }
    @*/

  /** The accounts' numbers. */
  /*@ requires list();
    @ ensures |\result| == length();
    @ ghost pure seq<int> ids() {
    @   return [account.id()] ++ (next == null ? [] : next.ids());
    @ }
    @*/

  /** What is on the accounts. */
  /*@ requires list();
    @ ensures |\result| == length();
    @ ensures Sums.within(\result, -Limits.MAX_BALANCE, Limits.MAX_BALANCE);
    @ ghost pure seq<int> balances() {
    @   return [account.balance()] ++ (next == null ? [] : next.balances());
    @ }
    @*/

  /** What the end of the month would add to them. */
  /*@ requires list();
    @ ensures |\result| == length();
    @ ghost pure seq<int> interests() {
    @   return [account.interest()] ++ (next == null ? [] : next.interests());
    @ }
    @*/

  /** The place of an account with a number, counted from here, or -1. */
  //@ requires list() * length() <= Integer.MAX_VALUE;
  //@ ensures list() * untouched(list());
  //@ ensures -1 <= \result && \result < length();
  //@ ensures 0 <= \result ==> ids()[\result] == id;
  //@ ensures \result < 0 ==> !(id in ids());
  int place(int id) {
    if (account.id() == id) {
      return 0;
    }
    if (next == null) {
      return -1;
    }
    int behind = next.place(id);
    return behind < 0 ? -1 : behind + 1;
  }

  /** What is on an account. */
  //@ requires list() * 0 <= i && i < length();
  //@ ensures \result == balances()[i];
  /*@ pure @*/ int balance(int i) {
    return i == 0 ? account.balance() : next.balance(i - 1);
  }

  /** What the next withdrawal from an account costs. */
  //@ requires list() * 0 <= i && i < length();
  //@ ensures 0 <= \result && \result <= Limits.MAX_FEE;
  /*@ pure @*/ int penalty(int i) {
    return i == 0 ? account.penalty() : next.penalty(i - 1);
  }

  /** Whether a withdrawal from an account would succeed. */
  //@ requires list() * 0 <= i && i < length() * Limits.isAmount(amount);
  /*@ pure @*/ boolean covers(int i, int amount) {
    return i == 0 ? account.covers(amount) : next.covers(i - 1, amount);
  }

  /** Adds an amount to an account. */
  //@ requires list() * 0 <= i && i < length() * 0 <= amount;
  //@ requires balance(i) + amount <= Limits.MAX_BALANCE;
  //@ ensures list() * length() == old(length()) * ids() == old(ids());
  //@ ensures balances() == old(balances())[i := old(balance(i)) + amount];
  void deposit(int i, int amount) {
    if (i == 0) {
      account.deposit(amount);
    } else {
      next.deposit(i - 1, amount);
    }
  }

  /** Takes an amount and the penalty from an account, if both are there. */
  //@ requires list() * 0 <= i && i < length() * Limits.isAmount(amount);
  //@ ensures list() * length() == old(length()) * ids() == old(ids());
  //@ ensures \result == old(covers(i, amount));
  /*@ ensures \result ==> balances()
    @   == old(balances())[i := old(balance(i)) - amount - old(penalty(i))];
    @*/
  //@ ensures !\result ==> untouched(list());
  boolean withdraw(int i, int amount) {
    if (i == 0) {
      return account.withdraw(amount);
    }
    return next.withdraw(i - 1, amount);
  }

  /** Closes the month for all accounts, and returns what that adds to them. */
  //@ requires list() * length() <= Integer.MAX_VALUE;
  //@ ensures list() * length() == old(length()) * ids() == old(ids());
  //@ ensures \result == Sums.sum(old(interests()));
  //@ ensures Sums.sum(balances()) == Sums.sum(old(balances())) + \result;
  /*@ ensures (\forall int i; 0 <= i && i < length();
    @   balances()[i] == old(balances())[i] + old(interests())[i]);
    @*/
  //@ ensures -2147483648 * length() <= \result && \result <= 2147483647 * length();
  long closeMonth() {
    //@ ghost int before = account.balance();
    //@ ghost int due = account.interest();
    //@ ghost seq<int> befores = next == null ? [] : next.balances();
    //@ ghost seq<int> dues = next == null ? [] : next.interests();
    //@ Sums.sumOfPrepended(before, befores);
    //@ Sums.sumOfPrepended(due, dues);
    int here = account.closeMonth();
    long behind = next == null ? 0 : next.closeMonth();
    //@ ghost seq<int> afters = next == null ? [] : next.balances();
    //@ Sums.sumOfPrepended(account.balance(), afters);
    return here + behind;
  }
}
