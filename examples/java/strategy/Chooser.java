/**
 * Looks for the best element of an array. What "best" means is left to an order, which can be
 * exchanged at any time.
 *
 * <p>The order is only referred to: its owner may use it meanwhile, and lends it to the chooser for
 * each choice.
 */
public class Chooser {
  private Order order;

  //@ predicate valid() { return acc(order) * order != null; }

  //@ requires order != null;
  //@ ensures valid() * getOrder() == order;
  public Chooser(Order order) {
    this.order = order;
  }

  //@ requires valid();
  //@ ensures \result != null;
  public /*@ pure @*/ Order getOrder() {
    return order;
  }

  //@ requires valid() * o != null;
  //@ ensures valid() * getOrder() == o;
  public void setOrder(Order o) {
    order = o;
  }

  /** The index of a best element. */
  //@ requires valid() * getOrder().valid() * acc(a.elems, 1/2) * 0 < a.length;
  //@ ensures valid() * getOrder() == old(getOrder());
  //@ ensures getOrder().valid() * untouched(getOrder().valid());
  //@ ensures acc(a.elems, 1/2) * 0 <= \result && \result < a.length;
  /*@ ensures forall int k :: {a[k]} 0 <= k && k < a.length ==>
    @   getOrder().rank(a[k]) <= getOrder().rank(a[\result]);
    @*/
  public int choose(int[] a) {
    int best = 0;
    //@ loop_invariant acc(order, 1/2) * order.valid() * untouched(order.valid());
    //@ loop_invariant acc(a.elems, 1/2) * 0 <= best && best < i && i <= a.length;
    /*@ loop_invariant forall int k :: {a[k]} 0 <= k && k < i ==>
      @   order.rank(a[k]) <= order.rank(a[best]);
      @*/
    for (int i = 1; i < a.length; i++) {
      if (order.rank(a[best]) < order.rank(a[i])) {
        best = i;
      }
    }
    return best;
  }
}
