/**
 * What decorators have in common: the sink behind them, which they own. One of this class does
 * nothing else than pass on.
 */
public class Decorator implements Sink {
  private Sink inner;

  //@ predicate valid() { return acc(inner) * inner.valid(); }

  //@ requires inner.valid();
  //@ ensures valid() * content() == old(inner.content()) && getInner() == inner;
  public Decorator(Sink inner) {
    this.inner = inner;
  }

  //@ requires valid();
  public /*@ pure @*/ Sink getInner() {
    return inner;
  }

  //@ ghost pure seq<int> content() { return inner.content(); }

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n] && getInner() == old(getInner());
  @Override
  public void put(int n) {
    inner.put(n);
  }

  /** Takes the decorator away: the sink behind it is the caller's again. */
  //@ requires valid();
  //@ ensures \result == old(getInner());
  //@ ensures \result.valid() * \result.content() == old(content());
  public Sink unwrap() {
    return inner;
  }
}
