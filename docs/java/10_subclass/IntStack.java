/** Subclasses: `super.valid()`, contracts that say more, and one that says less. */
public class IntStack {
  private int[] items = new int[16];
  private int size;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) * 0 <= size && size <= items.length;
    @ }
    @*/

  //@ requires valid();
  //@ ghost pure seq<int> content() { return items[..size]; }

  //@ ensures valid() * content() == [];
  public IntStack() {
  }

  //@ requires valid();
  //@ ensures \result == |content()|;
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n];
  public void push(int n) {
    if (size == items.length) {
      grow();
    }
    items[size] = n;
    size++;
  }

  //@ requires valid() * 0 < |content()|;
  //@ ensures valid() * content() ++ [\result] == old(content());
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
    CountingStack c = new CountingStack();
    c.push(7);
    IntStack s = c;
    s.push(8);
    //@ assert c.content() == [7, 8] && c.pushes() <= 1000000;
    c.push(9);
    //@ assert s.content() == [7, 8, 9];
  }
}

/** Counts how often something was pushed, and stops counting at a million. */
class CountingStack extends IntStack {
  private int pushes;

  /*@ predicate valid() {
    @   return super.valid() * acc(pushes) * 0 <= pushes && pushes <= 1000000;
    @ }
    @*/

  //@ ghost pure seq<int> content() { return super.content(); }

  //@ ensures valid() * content() == [] && pushes() == 0;
  CountingStack() {
    super();
  }

  @Override
  public /*@ pure @*/ int size() {
    return super.size();
  }

  //@ requires valid();
  //@ ensures 0 <= \result && \result <= 1000000;
  public /*@ pure @*/ int pushes() {
    return pushes;
  }

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n];
  //@ ensures old(pushes()) < 1000000 ==> pushes() == old(pushes()) + 1;
  @Override
  public void push(int n) {
    super.push(n);
    if (pushes < 1000000) {
      pushes++;
    }
  }

  //@ requires valid() * 0 < |content()|;
  //@ ensures valid() * content() ++ [\result] == old(content());
  //@ ensures pushes() == old(pushes());
  @Override
  public int pop() {
    return super.pop();
  }
}

/** Takes ten numbers: no `IntStack`, for of one of these more is promised. */
class SmallStack extends IntStack {
  //@ predicate valid() { return super.valid(); }

  //@ ghost pure seq<int> content() { return super.content(); }

  //@ ensures valid() * content() == [];
  SmallStack() {
    super();
  }

  @Override
  public /*@ pure @*/ int size() {
    return super.size();
  }

  //@ requires valid() * |content()| < 10;
  //@ ensures valid() * content() == old(content()) ++ [n];
  @Override
  public void push(int n) { //~ override-contract
    super.push(n);
  }

  @Override
  public int pop() {
    return super.pop();
  }
}
