package found.lists;

/** A growing list of numbers, with its invariant written down. */
public class ArrayIntList {
  private int[] data;
  private int size;

  /*@ predicate valid() {
    @   return acc(data) * acc(size) * acc(data.elems) * 0 <= size && size <= data.length;
    @ }
    @*/

  //@ ensures valid() * size() == 0;
  public ArrayIntList() {
    data = new int[8];
  }

  //@ requires valid();
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid() * 0 <= index && index < size();
  public /*@ pure @*/ int get(int index) {
    return data[index];
  }

  //@ requires valid() * 0 <= index && index < size();
  //@ ensures valid() * size() == \old(size()) && get(index) == value;
  public void set(int index, int value) {
    data[index] = value;
  }

  //@ requires valid() * size() < 1000000000;
  //@ ensures valid() * size() == \old(size()) + 1 && get(size() - 1) == value;
  public void add(int value) {
    if (size == data.length) {
      int[] bigger = new int[size + size / 2 + 1];
      //@ loop_invariant acc(data, 1/2) * acc(size, 1/2) * acc(data.elems, 1/2) * acc(bigger.elems);
      //@ loop_invariant 0 <= i && i <= size && size <= data.length && size < bigger.length;
      for (int i = 0; i < size; i++) {
        bigger[i] = data[i];
      }
      data = bigger;
    }
    data[size++] = value;
  }

  //@ requires valid() * 0 < size();
  //@ ensures valid() * size() == \old(size()) - 1 && \result == \old(get(size() - 1));
  public int removeLast() {
    size--;
    return data[size];
  }

  public static void main(String[] args) {
    ArrayIntList list = new ArrayIntList();
    list.add(42);
    System.out.println(list.get(0));
    System.out.println(list.removeLast());
  }
}
