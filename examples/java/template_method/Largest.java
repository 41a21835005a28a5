/** The largest number, but not less than `least`. */
public final class Largest extends Fold {
  private int least;

  //@ predicate valid() { return acc(least); }

  //@ ensures valid() * getLeast() == least;
  public Largest(int least) {
    this.least = least;
  }

  //@ requires valid();
  public /*@ pure @*/ int getLeast() {
    return least;
  }

  @Override
  public /*@ pure @*/ int start() {
    return least;
  }

  @Override
  public /*@ pure @*/ int step(int sum, int n) {
    return n < sum ? sum : n;
  }

  /*@ requires valid() * Fold.ints(s);
    @ ensures valid() * untouched(valid()) * getLeast() <= after(s);
    @ ensures forall \bigint i :: 0 <= i && i < |s| ==> s[i] <= after(s);
    @ ensures after(s) == getLeast() || after(s) in s;
    @ decreases |s|;
    @ lemma void meaning(seq<int> s) { if (s != []) { meaning(s[..|s| - 1]); } }
    @*/
}
