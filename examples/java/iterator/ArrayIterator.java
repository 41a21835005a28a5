/** Walks over an array, of which it borrows one half meanwhile. */
public class ArrayIterator implements IntIterator {
  private int[] array;
  private int index;

  /*@ predicate valid() {
    @   return acc(array) * acc(index) * acc(array.elems, 1/2) *
    @     0 <= index && index <= array.length;
    @ }
    @*/

  //@ requires acc(array.elems, 1/2);
  //@ ensures valid() * rest() == old(array[..]) && getArray() == array;
  public ArrayIterator(int[] array) {
    this.array = array;
  }

  //@ requires valid();
  public /*@ pure @*/ int[] getArray() {
    return array;
  }

  //@ ghost pure seq<int> rest() { return array[index..]; }

  @Override
  public boolean hasNext() {
    return index < array.length;
  }

  //@ requires valid() * 0 < |rest()|;
  //@ ensures valid() * \result == old(rest()[0]) && rest() == old(rest()[1..]);
  //@ ensures getArray() == old(getArray());
  @Override
  public int next() {
    return array[index++];
  }

  // Gives back what was borrowed.
  //@ requires valid();
  //@ ensures let a := old(getArray()) in acc(a.elems, 1/2);
  //@ lemma void release() { }
}
