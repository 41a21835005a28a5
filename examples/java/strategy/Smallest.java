/** The smallest is the best. */
public final class Smallest implements Order {
  //@ predicate valid() { return true; }

  //@ ensures valid();
  public Smallest() {
  }

  @Override
  public /*@ pure @*/ long rank(int n) {
    return -(long) n;
  }
}
