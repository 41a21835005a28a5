/**
 * Walks over an array, and leaves to its subclasses what is to be done there: `start` and `step`
 * are abstract, and `takes` is a hook, which a subclass overrides only if it wants to. The contract
 * of `run` speaks of them through `after`, which says to what a sequence of numbers is folded.
 */
public abstract class Fold {
  //@ predicate valid();

  /** The result for no numbers. */
  //@ requires valid();
  public abstract /*@ pure @*/ int start();

  /** The result after one more number. */
  //@ requires valid();
  public abstract /*@ pure @*/ int step(int sum, int n);

  /** Which numbers count: all. */
  //@ requires valid();
  public /*@ pure @*/ boolean takes(int n) {
    return true;
  }

  // The numbers of a sequence are mathematical ones. Of those that an array holds it is known that
  // each is an `int`.
  //@ static ghost pure boolean ints(seq<int> s) {
  //@   return forall \bigint i :: 0 <= i && i < |s| ==>
  //@     Integer.MIN_VALUE <= s[i] && s[i] <= Integer.MAX_VALUE;
  //@ }

  /*@ requires valid() * Fold.ints(s);
    @ ensures Integer.MIN_VALUE <= \result && \result <= Integer.MAX_VALUE;
    @ decreases |s|;
    @ ghost pure int after(seq<int> s) {
    @   return s == [] ? start()
    @     : let n := s[|s| - 1] in let sum := after(s[..|s| - 1]) in takes(n) ? step(sum, n) : sum;
    @ }
    @*/

  /** The template. */
  //@ requires valid() * acc(a.elems, 1/2);
  //@ ensures valid() * acc(a.elems, 1/2) * untouched(valid());
  //@ ensures a[..] == old(a[..]) && Fold.ints(a[..]) && \result == after(a[..]);
  public int run(int[] a) {
    int sum = start();
    //@ loop_invariant valid() * untouched(valid()) * acc(a.elems, 1/4) * 0 <= i && i <= a.length;
    //@ loop_invariant Fold.ints(a[..i]) && sum == after(a[..i]);
    for (int i = 0; i < a.length; i++) {
      if (takes(a[i])) {
        sum = step(sum, a[i]);
      }
    }
    return sum;
  }
}
