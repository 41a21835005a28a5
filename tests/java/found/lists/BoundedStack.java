package found.lists;

/** A stack with a fixed capacity; push tells whether there was room. */
public class BoundedStack {
  private final int[] items;
  private int top;

  /*@ predicate valid() {
    @   return acc(items) * acc(top) * acc(items.elems) * 0 <= top && top <= items.length;
    @ }
    @*/

  //@ requires 0 <= capacity;
  //@ ensures valid();
  public BoundedStack(int capacity) {
    this.items = new int[capacity];
  }

  //@ requires valid();
  //@ ensures valid();
  public boolean push(int item) {
    if (top == items.length) {
      return false;
    }
    items[top++] = item;
    return true;
  }

  //@ requires valid();
  //@ ensures valid();
  //@ signals (StackUnderflowException e) valid();
  public int pop() throws StackUnderflowException {
    if (top == 0) {
      throw new StackUnderflowException();
    }
    return items[--top];
  }

  //@ requires valid();
  //@ ensures valid();
  public int popOr(int otherwise) {
    try {
      return pop();
    } catch (StackUnderflowException e) {
      return otherwise;
    }
  }
}
