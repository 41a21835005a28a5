/** How many numbers can be divided by `divisor`: with the hook. */
public final class Multiples extends Fold {
  private int divisor;

  //@ predicate valid() { return acc(divisor) * 0 < divisor; }

  //@ requires 0 < divisor;
  //@ ensures valid() * getDivisor() == divisor;
  public Multiples(int divisor) {
    this.divisor = divisor;
  }

  //@ requires valid();
  //@ ensures 0 < \result;
  public /*@ pure @*/ int getDivisor() {
    return divisor;
  }

  @Override
  public /*@ pure @*/ int start() {
    return 0;
  }

  @Override
  public /*@ pure @*/ boolean takes(int n) {
    return n % divisor == 0;
  }

  @Override
  public /*@ pure @*/ int step(int sum, int n) {
    return sum < Integer.MAX_VALUE ? sum + 1 : sum;
  }

  /*@ requires 0 < d;
    @ ensures 0 <= \result && \result <= |s|;
    @ decreases |s|;
    @ static ghost pure int count(seq<int> s, int d) {
    @   return s == [] ? 0 : Multiples.count(s[..|s| - 1], d) + (s[|s| - 1] % d == 0 ? 1 : 0);
    @ }
    @*/

  /*@ requires valid() * Fold.ints(s) && |s| <= Integer.MAX_VALUE;
    @ ensures valid() * untouched(valid()) * after(s) == Multiples.count(s, getDivisor());
    @ decreases |s|;
    @ lemma void meaning(seq<int> s) { if (s != []) { meaning(s[..|s| - 1]); } }
    @*/
}
