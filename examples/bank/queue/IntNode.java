package bank.queue;

/** An element of a linked queue, and all that are behind it. */
final class IntNode {
  private final int value;
  private IntNode next;

  //@ predicate list() { return acc(value) * acc(next) * (next != null ==> next.list()); }

  //@ ensures list() * items() == [value];
  IntNode(int value) {
    this.value = value;
  }

  /** The elements from here to the end. */
  /*@ requires list();
    @ ensures 0 < |\result|;
    @ ghost pure seq<int> items() {
    @   return [value] ++ (next == null ? [] : next.items());
    @ }
    @*/

  //@ requires list();
  //@ ensures \result == items()[0];
  /*@ pure @*/ int value() {
    return value;
  }

  /** Adds an element at the end of the list. */
  //@ requires list();
  //@ ensures list() * items() == old(items()) ++ [added];
  void append(int added) {
    if (next == null) {
      next = new IntNode(added);
    } else {
      next.append(added);
    }
  }

  /** Gives the node up, and returns what is behind it. */
  //@ requires list();
  //@ ensures \result == null ==> |old(items())| == 1;
  //@ ensures \result != null ==> \result.list() * \result.items() == old(items())[1..];
  IntNode cut() {
    return next;
  }
}
