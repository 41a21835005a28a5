class Stack {
  private int[] items = new int[4];
  private int size = 0;

  //@ predicate valid() { return acc(this.items) * acc(this.size) * acc(this.items.elems) * 0 <= this.size * this.size <= this.items.length; }

  //@ requires valid();
  //@ ensures valid();
  void push(int v) {
    items[size] = v;
    size = size + 1;
  }
}
// confirmed
