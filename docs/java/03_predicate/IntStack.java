/** A predicate gives a name to what holds of every stack. */
public class IntStack {
  private int[] items = new int[16];
  private int size;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) *
    @     items.length == 16 * 0 <= size && size <= 16;
    @ }
    @*/

  //@ ensures valid();
  public IntStack() {
  }

  //@ requires valid();
  //@ ensures valid();
  public void push(int n) {
    if (size < 16) {
      items[size] = n;
      size++;
    }
  }

  //@ requires valid();
  //@ ensures valid();
  public int size() {
    return size;
  }

  public static void main(String[] args) {
    IntStack s = new IntStack();
    s.push(7);
    int n = s.size();
    //@ assert n == 1; //~ assert:may-not-hold
  }
}
