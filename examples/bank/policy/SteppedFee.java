package bank.policy;

import bank.common.Limits;

/**
 * Fees by steps: `fees[i]` is what an order costs that reaches `bounds[i]`, but not
 * the next bound. Below the first bound it is free.
 */
public final class SteppedFee implements FeePolicy {
  private final int[] bounds;
  private final int[] fees;

  /*@ predicate valid() {
    @   return acc(bounds) * acc(fees) * acc(bounds.elems) * acc(fees.elems)
    @     * bounds.length == fees.length
    @     * rising(bounds[..]) * moderate(bounds[..], fees[..]);
    @ }
    @*/

  /** The bounds rise. */
  /*@ ghost pure static boolean rising(seq<int> s) {
    @   return (\forall int i, j; 0 <= i && i < j && j < |s|; s[i] < s[j]);
    @ }
    @*/

  /** No fee is more than its bound. */
  /*@ requires |bounds| == |fees|;
    @ ghost pure static boolean moderate(seq<int> bounds, seq<int> fees) {
    @   return (\forall int i; 0 <= i && i < |bounds|; 0 <= fees[i] && fees[i] <= bounds[i]);
    @ }
    @*/

  /** The policy owns both arrays. */
  //@ requires acc(bounds.elems) * acc(fees.elems) * bounds.length == fees.length;
  //@ requires rising(bounds[..]) && moderate(bounds[..], fees[..]);
  //@ ensures valid() * bounds() == old(bounds[..]) * fees() == old(fees[..]);
  public SteppedFee(int[] bounds, int[] fees) {
    this.bounds = bounds;
    this.fees = fees;
  }

  //@ requires valid();
  //@ ensures rising(\result);
  //@ ghost pure seq<int> bounds() { return bounds[..]; }

  //@ requires valid();
  //@ ensures |\result| == |bounds()| && moderate(bounds(), \result);
  //@ ghost pure seq<int> fees() { return fees[..]; }

  /** How many of the first `n` bounds an amount reaches. */
  //@ requires valid() * 0 <= n && n <= |bounds()|;
  //@ ensures 0 <= \result && \result <= n;
  //@ ensures (\forall int i; 0 <= i && i < \result; bounds()[i] <= amount);
  //@ ensures \result < n ==> amount < bounds()[\result];
  //@ decreases n;
  private /*@ pure @*/ int reached(int n, int amount) {
    return n == 0 ? 0 : bounds[n - 1] <= amount ? n : reached(n - 1, amount);
  }

  /** The number of steps. */
  //@ requires valid();
  //@ ensures \result == |bounds()|;
  public /*@ pure @*/ int steps() {
    return bounds.length;
  }

  /** The step that an amount is in; 0 if it is below all of them. */
  //@ requires valid();
  //@ ensures 0 <= \result && \result <= steps();
  //@ ensures 0 < \result ==> bounds()[\result - 1] <= amount;
  //@ ensures \result < steps() ==> amount < bounds()[\result];
  public /*@ pure @*/ int step(int amount) {
    return reached(bounds.length, amount);
  }

  //@ requires valid() * Limits.isAmount(amount);
  //@ ensures \result == (step(amount) == 0 ? 0 : fees()[step(amount) - 1]);
  @Override
  public /*@ pure @*/ int fee(int amount) {
    return step(amount) == 0 ? 0 : fees[step(amount) - 1];
  }
}
