/** Arrays: elements in quantifiers, access in slices and halves, an array that grows. */
public class IntStack {
  private int[] items = new int[16];
  private int size;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) *
    @     0 <= size && size <= items.length;
    @ }
    @*/

  //@ ensures valid() * size() == 0;
  public IntStack() {
  }

  //@ requires valid();
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid() * 0 <= i && i < size();
  public /*@ pure @*/ int get(int i) {
    return items[i];
  }

  //@ requires valid() * size() < 1000000;
  //@ ensures valid() * size() == old(size()) + 1;
  //@ ensures get(size() - 1) == n;
  //@ ensures (\forall int k; 0 <= k && k < old(size()); get(k) == old(get(k)));
  public void push(int n) {
    if (size == items.length) {
      grow();
    }
    items[size] = n;
    size++;
  }

  //@ requires acc(items) * acc(items.elems) * items.length <= 1000000;
  //@ ensures acc(items) * acc(items.elems) * old(items.length) < items.length;
  //@ ensures (\forall int k; 0 <= k && k < old(items.length); items[k] == old(items[k]));
  private void grow() {
    int[] bigger = new int[2 * items.length + 1];
    //@ loop_invariant acc(items, 1/2) * acc(items.elems, 1/2) * acc(bigger.elems);
    //@ loop_invariant 0 <= i && i <= items.length && items.length < bigger.length;
    //@ loop_invariant (\forall int k; 0 <= k && k < i; bigger[k] == items[k]);
    for (int i = 0; i < items.length; i++) {
      bigger[i] = items[i];
    }
    items = bigger;
  }

  //@ requires acc(a.elems, 1/2) * 0 < a.length;
  //@ ensures acc(a.elems, 1/2);
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
  //@ ensures (\exists int k; 0 <= k && k < a.length; a[k] == \result);
  public static int largest(int[] a) {
    int m = 0;
    //@ loop_invariant acc(a.elems, 1/2) * 0 <= m && m < i && i <= a.length;
    //@ loop_invariant (\forall int k; 0 <= k && k < i; a[k] <= a[m]);
    //@ decreases a.length - i;
    for (int i = 1; i < a.length; i++) {
      if (a[m] < a[i]) {
        m = i;
      }
    }
    return a[m];
  }

  //@ requires acc(a[from..to], 1/2);
  //@ ensures acc(a[from..to], 1/2);
  public static int first(int[] a, int from, int to) {
    return from < to ? a[0] : 0; //~ insufficient-permission
  }
}
