/** Loops: what is known of them is their invariant. */
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

  //@ requires valid();
  //@ ensures valid() * size() == old(size());
  public boolean containsWrong(int n) {
    for (int i = 0; i < size; i++) { //~ insufficient-permission
      if (items[i] == n) {
        return true;
      }
    }
    return false;
  }

  //@ requires valid();
  //@ ensures valid() * size() == old(size());
  public boolean containsToo(int n) {
    //@ loop_invariant valid() * size() == old(size());
    for (int i = 0; i < size; i++) {
      if (items[i] == n) { //~ index-out-of-bounds
        return true;
      }
    }
    return false;
  }

  //@ requires valid();
  //@ ensures valid() * size() == old(size());
  public boolean contains(int n) {
    //@ loop_invariant valid() * size() == old(size());
    //@ loop_invariant 0 <= i;
    //@ decreases size() - i;
    for (int i = 0; i < size; i++) {
      if (items[i] == n) {
        return true;
      }
    }
    return false;
  }

  //@ requires valid();
  //@ ensures valid() * size() == old(size());
  public int zeros() {
    int count = 0;
    //@ loop_invariant valid() * size() == old(size());
    //@ loop_invariant 0 <= i;
    //@ loop_invariant count <= i; //~ invariant-preserved:may-not-hold
    for (int i = 0; i < size; i++) {
      if (items[i] == 0) {
        count += 2;
      }
    }
    return count;
  }
}
