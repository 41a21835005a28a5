/** A model: contracts speak of the sequence of all elements, not of an array. */
public class IntStack {
  private int[] items = new int[16];
  private int size;
  //@ private ghost int pushes;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) * acc(pushes) *
    @     0 <= size && size <= items.length && size <= pushes;
    @ }
    @*/

  //@ requires valid();
  //@ ghost pure seq<int> content() { return items[..size]; }

  //@ requires valid();
  //@ ensures |content()| <= \result;
  //@ ghost pure int pushes() { return pushes; }

  //@ ensures valid() * content() == [] && pushes() == 0;
  public IntStack() {
  }

  //@ requires valid();
  //@ ensures \result == |content()|;
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n];
  //@ ensures pushes() == old(pushes()) + 1;
  public void push(int n) {
    if (size == items.length) {
      grow();
    }
    items[size] = n;
    size++;
    //@ pushes = pushes + 1;
  }

  //@ requires valid() * 0 < |content()|;
  //@ ensures valid() * content() ++ [\result] == old(content());
  //@ ensures pushes() == old(pushes());
  public int pop() {
    size--;
    return items[size];
  }

  //@ requires acc(items) * acc(items.elems) * items.length <= 1000000;
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

  public static void main(String[] args) {
    IntStack s = new IntStack();
    s.push(7);
    s.push(8);
    //@ assert s.content() == [7, 8];
    int n = s.pop();
    //@ assert n == 8 && s.content() == [7] && s.pushes() == 2;
  }
}
