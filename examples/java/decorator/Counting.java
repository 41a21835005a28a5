/** Counts the numbers that have passed: what was there before is not counted. */
public final class Counting extends Decorator {
  private int count;
  //@ private ghost int before;

  /*@ predicate valid() {
    @   return super.valid() * acc(count) * acc(before) *
    @     0 <= before && 0 <= count && before + count == |super.content()|;
    @ }
    @*/

  //@ requires inner.valid();
  //@ ensures valid() * content() == old(inner.content()) && getInner() == inner && getCount() == 0;
  public Counting(Sink inner) {
    super(inner);
    //@ before = |super.content()|;
  }

  @Override
  public /*@ pure @*/ Sink getInner() {
    return super.getInner();
  }

  //@ ghost pure seq<int> content() { return super.content(); }

  //@ requires valid();
  public /*@ pure @*/ int getCount() {
    return count;
  }

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n] && getInner() == old(getInner());
  //@ ensures getCount() == old(getCount()) + 1;
  @Override
  public void put(int n) {
    super.put(n);
    count++;
  }
}
