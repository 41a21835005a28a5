package bank.queue;

/** An element of a stack, and all that are below it. */
final class StackNode<T> {
  private final T value;
  private final StackNode<T> below;

  /*@ predicate list() {
    @   return acc(value) * acc(below) * (below != null ==> below.list());
    @ }
    @*/

  //@ requires below != null ==> below.list();
  //@ ensures list();
  //@ ensures items() == (below == null ? [] : old(below.items())) ++ [value];
  StackNode(T value, StackNode<T> below) {
    this.value = value;
    this.below = below;
  }

  /** The elements from the oldest to this one. */
  /*@ requires list();
    @ ensures 0 < |\result|;
    @ ghost pure seq<Object> items() {
    @   return (below == null ? [] : below.items()) ++ [value];
    @ }
    @*/

  //@ requires list();
  //@ ensures \result == items()[|items()| - 1];
  /*@ pure @*/ T value() {
    return value;
  }

  /** Gives the node up, and returns what is below it. */
  //@ requires list();
  //@ ensures \result == null ==> |old(items())| == 1;
  //@ ensures \result != null ==> \result.list();
  //@ ensures \result != null ==> \result.items() == old(items())[..|old(items())| - 1];
  StackNode<T> below() {
    return below;
  }
}
