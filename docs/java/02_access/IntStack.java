/** The first contracts: which fields a method reads and writes. */
public class IntStack {
  private int[] items = new int[16];
  private int size;

  //@ requires acc(items) * acc(size);
  //@ ensures acc(items) * acc(size);
  public void push(int n) {
    items[size] = n; //~ null-dereference
    size++;
  }

  //@ requires acc(items) * acc(size) * acc(items.elems);
  //@ ensures acc(items) * acc(size) * acc(items.elems);
  public void pushToo(int n) {
    items[size] = n; //~ index-out-of-bounds
    size++;
  }

  //@ requires acc(items) * acc(size) * acc(items.elems);
  //@ requires 0 <= size && size < items.length;
  //@ ensures acc(items) * acc(size) * acc(items.elems);
  //@ ensures size == old(size) + 1;
  public void pushThree(int n) {
    items[size] = n;
    size++;
  }

  //@ requires acc(size, 1/2);
  //@ ensures acc(size, 1/2) * \result == size;
  public int size() {
    return size;
  }
}
