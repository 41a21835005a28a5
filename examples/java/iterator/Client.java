/** What can be done with any iterator. */
public final class Client {
  /** The largest of all numbers that are still to come, but not less than `least`. */
  //@ requires it.valid();
  //@ ensures it.valid() * it.rest() == [];
  //@ ensures \result == least || \result in old(it.rest());
  //@ ensures least <= \result;
  //@ ensures let s := old(it.rest()) in forall int i :: 0 <= i && i < |s| ==> s[i] <= \result;
  public static int largest(IntIterator it, int least) {
    int most = least;
    //@ ghost seq<int> seen = [];
    //@ loop_invariant it.valid() * seen ++ it.rest() == old(it.rest());
    //@ loop_invariant least <= most && (most == least || most in seen);
    //@ loop_invariant forall int i :: 0 <= i && i < |seen| ==> seen[i] <= most;
    while (it.hasNext()) {
      int n = it.next();
      //@ seen = seen ++ [n];
      if (most < n) {
        most = n;
      }
    }
    return most;
  }

  /** Fills an array, as far as there are numbers. How many were there? */
  //@ requires it.valid() * acc(a.elems);
  //@ ensures it.valid() * acc(a.elems);
  //@ ensures 0 <= \result && \result <= a.length && \result <= |old(it.rest())|;
  //@ ensures \result == a.length || it.rest() == [];
  //@ ensures a[..\result] ++ it.rest() == old(it.rest());
  public static int copy(IntIterator it, int[] a) {
    int n = 0;
    //@ loop_invariant it.valid() * acc(a.elems) * 0 <= n && n <= a.length;
    //@ loop_invariant a[..n] ++ it.rest() == old(it.rest());
    while (n < a.length && it.hasNext()) {
      a[n] = it.next();
      n++;
    }
    return n;
  }
}
