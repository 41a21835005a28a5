package bank.queue;

/** A stack of objects of any class; `contents()` are its elements, the oldest first. */
public final class Stack<T> {
  private StackNode<T> top;
  private int size;

  /*@ predicate valid() {
    @   return acc(top) * acc(size) * 0 <= size
    @     * (top == null ==> size == 0)
    @     * (top != null ==> top.list() * |top.items()| == size);
    @ }
    @*/

  //@ ensures valid() * contents() == [];
  public Stack() {
  }

  /*@ requires valid();
    @ ghost pure seq<Object> contents() {
    @   return top == null ? [] : top.items();
    @ }
    @*/

  /** The number of elements. */
  //@ requires valid();
  //@ ensures \result == |contents()|;
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid();
  //@ ensures \result == (|contents()| == 0);
  public /*@ pure @*/ boolean isEmpty() {
    return size == 0;
  }

  /** Adds an element. */
  //@ requires valid() * size() < Integer.MAX_VALUE;
  //@ ensures valid() * contents() == old(contents()) ++ [element];
  public void push(T element) {
    top = new StackNode<>(element, top);
    size++;
  }

  /** The newest element. */
  //@ requires valid() * 0 < size();
  //@ ensures \result == contents()[size() - 1];
  public /*@ pure @*/ T peek() {
    return top.value();
  }

  /** Takes the newest element. */
  //@ requires valid() * 0 < size();
  //@ ensures valid() * contents() == old(contents())[..old(size()) - 1];
  //@ ensures \result == old(contents())[old(size()) - 1];
  public T pop() {
    T value = top.value();
    top = top.below();
    size--;
    return value;
  }
}
