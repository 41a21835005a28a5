/** The best is what is closest to a centre, which can be moved. */
public final class Closest implements Order {
  private int centre;

  //@ predicate valid() { return acc(centre); }

  //@ ensures valid() * getCentre() == centre;
  public Closest(int centre) {
    this.centre = centre;
  }

  //@ requires valid();
  public /*@ pure @*/ int getCentre() {
    return centre;
  }

  @Override
  public /*@ pure @*/ long rank(int n) {
    return n < centre ? (long) n - centre : (long) centre - n;
  }

  //@ requires valid();
  //@ ensures valid() * getCentre() == to;
  public void move(int to) {
    centre = to;
  }
}
