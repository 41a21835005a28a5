/** The sink that is not a decorator: stores the numbers in an array. */
public final class Memory implements Sink {
  private int[] items = new int[2];
  private int size;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) * 0 <= size && size <= items.length;
    @ }
    @*/

  //@ ensures valid() * content() == [];
  public Memory() {
  }

  //@ ghost pure seq<int> content() { return items[..size]; }

  @Override
  public void put(int n) {
    if (size == items.length) {
      grow();
    }
    items[size] = n;
    size++;
  }

  /** Makes room for one number at least. */
  //@ requires acc(items) * acc(items.elems) * items.length < 1000000;
  //@ ensures acc(items) * acc(items.elems) * old(items.length) < items.length;
  //@ ensures items[..old(items.length)] == old(items[..]);
  private void grow() {
    int[] bigger = new int[2 * items.length + 1];
    //@ loop_invariant acc(items, 1/2) * acc(items.elems, 1/2) * acc(bigger.elems);
    //@ loop_invariant 0 <= i && i <= items.length && items.length < bigger.length;
    //@ loop_invariant bigger[..i] == items[..i];
    for (int i = 0; i < items.length; i++) {
      bigger[i] = items[i];
    }
    items = bigger;
  }

  //@ requires valid() * 0 <= i && i < |content()|;
  //@ ensures valid() * untouched(valid()) * \result == content()[i];
  public int get(int i) {
    return items[i];
  }
}
