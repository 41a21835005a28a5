/** A method that does not keep its promise. */
public class IntStack {
  private int[] items = new int[16];
  private int size;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) *
    @     items.length == 16 * 0 <= size && size <= 16;
    @ }
    @*/

  //@ ensures valid() * size() == 0;
  public IntStack() {
  }

  //@ requires valid();
  //@ ensures 0 <= \result && \result <= 16;
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid() * 0 < size();
  public /*@ pure @*/ int top() {
    return items[size - 1];
  }

  //@ requires valid() * size() < 16;
  //@ ensures valid() * size() == old(size()) + 1;
  //@ ensures top() == n;
  public void push(int n) {
    items[size] = n;
    size++;
  }

  //@ requires valid() * 0 < size();
  //@ ensures valid() * size() == old(size()) - 1;
  //@ ensures result == old(top()); //~ postcondition:may-not-hold
  public int pop() {
    int top = items[size - 1];
    size--;
    return items[0];
  }

  /** Puts the element on top there once more. */
  //@ requires valid() * 0 < size();
  //@ ensures valid() * size() == old(size()) + 1; //~ postcondition:may-not-hold
  public void duplicate() {
    if (size < 16) {
      push(items[size - 1]);
    }
  }
}
