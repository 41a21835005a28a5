/** The sum, which stops at the least and the largest `int`. */
public final class Sum extends Fold {
  //@ predicate valid() { return true; }

  //@ ensures valid();
  public Sum() {
  }

  @Override
  public /*@ pure @*/ int start() {
    return 0;
  }

  @Override
  public /*@ pure @*/ int step(int sum, int n) {
    return (long) sum + n < Integer.MIN_VALUE ? Integer.MIN_VALUE
        : Integer.MAX_VALUE < (long) sum + n ? Integer.MAX_VALUE
        : sum + n;
  }

  /*@ decreases |s|;
    @ static ghost pure int of(seq<int> s) {
    @   return s == [] ? 0 : let t := Sum.of(s[..|s| - 1]) + s[|s| - 1] in
    @     t < Integer.MIN_VALUE ? Integer.MIN_VALUE : Integer.MAX_VALUE < t ? Integer.MAX_VALUE : t;
    @ }
    @*/

  /*@ requires valid() * Fold.ints(s);
    @ ensures valid() * untouched(valid()) * after(s) == Sum.of(s);
    @ decreases |s|;
    @ lemma void meaning(seq<int> s) { if (s != []) { meaning(s[..|s| - 1]); } }
    @*/
}
