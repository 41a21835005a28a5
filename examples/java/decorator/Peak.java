/** Remembers the largest number that has passed. */
public final class Peak extends Decorator {
  private int peak;

  //@ predicate valid() { return super.valid() * acc(peak); }

  //@ requires inner.valid();
  //@ ensures valid() * content() == old(inner.content());
  //@ ensures getInner() == inner && getPeak() == least;
  public Peak(Sink inner, int least) {
    super(inner);
    peak = least;
  }

  @Override
  public /*@ pure @*/ Sink getInner() {
    return super.getInner();
  }

  //@ ghost pure seq<int> content() { return super.content(); }

  //@ requires valid();
  public /*@ pure @*/ int getPeak() {
    return peak;
  }

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n] && getInner() == old(getInner());
  //@ ensures getPeak() == (old(getPeak()) < n ? n : old(getPeak()));
  @Override
  public void put(int n) {
    super.put(n);
    if (peak < n) {
      peak = n;
    }
  }
}
