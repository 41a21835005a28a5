/** Pure methods: what contracts say of the values behind a predicate. */
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
  //@ ensures result == old(top());
  public int pop() {
    size--;
    return items[size];
  }

  public static void main(String[] args) {
    IntStack s = new IntStack();
    s.push(7);
    s.push(8);
    //@ assert s.size() == 2;
    int n = s.pop();
    //@ assert n == 8;
    s.pop();
    s.pop(); //~ precondition:may-not-hold
  }
}
