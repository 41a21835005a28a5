/** What is better than what. */
public interface Order {
  //@ predicate valid();

  /** The larger, the better. */
  //@ requires valid();
  /*@ pure @*/ long rank(int n);
}
