package bank.queue;

/** A queue of any length, in a linked list. */
public final class LinkedQueue implements IntQueue {
  private IntNode head;
  private int size;

  /*@ predicate valid() {
    @   return acc(head) * acc(size) * 0 <= size
    @     * (head == null ==> size == 0)
    @     * (head != null ==> head.list() * |head.items()| == size);
    @ }
    @*/

  //@ ensures valid() * contents() == [];
  public LinkedQueue() {
  }

  /*@ requires valid();
    @ ghost pure seq<int> contents() {
    @   return head == null ? [] : head.items();
    @ }
    @*/

  @Override
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid();
  //@ ensures \result == Integer.MAX_VALUE - |contents()|;
  @Override
  public /*@ pure @*/ int free() {
    return Integer.MAX_VALUE - size;
  }

  @Override
  public /*@ pure @*/ boolean isFull() {
    return size == Integer.MAX_VALUE;
  }

  @Override
  public /*@ pure @*/ int peek() {
    return head.value();
  }

  @Override
  public void put(int value) {
    if (head == null) {
      head = new IntNode(value);
    } else {
      head.append(value);
    }
    size++;
  }

  @Override
  public int take() {
    int value = head.value();
    head = head.cut();
    size--;
    return value;
  }
}
