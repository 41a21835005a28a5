/** An interface with contracts, and two classes that keep them. */
interface Stack {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure seq<int> content();

  //@ requires valid();
  //@ ensures \result == |content()|;
  /*@ pure @*/ int size();

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n];
  void push(int n);

  //@ requires valid() * 0 < |content()|;
  //@ ensures valid() * content() ++ [\result] == old(content());
  int pop();
}

/** In an array that grows. */
public class IntStack implements Stack {
  private int[] items = new int[16];
  private int size;

  /*@ predicate valid() {
    @   return acc(items) * acc(size) * acc(items.elems) * 0 <= size && size <= items.length;
    @ }
    @*/

  //@ ghost pure seq<int> content() { return items[..size]; }

  //@ ensures valid() * content() == [];
  public IntStack() {
  }

  @Override
  public /*@ pure @*/ int size() {
    return size;
  }

  @Override
  public void push(int n) {
    if (size == items.length) {
      grow();
    }
    items[size] = n;
    size++;
  }

  @Override
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
    Stack a = new IntStack();
    Stack b = new LinkedStack();
    a.push(7);
    a.push(8);
    Client.move(a, b);
    //@ assert a.content() == [7] && b.content() == [8];
  }
}

/** A node of a linked list. */
class Node {
  final int value;
  final Node next;

  /*@ predicate list() {
    @   return acc(value) * acc(next) * (next != null ==> next.list());
    @ }
    @*/

  //@ requires list();
  //@ ensures 0 < |\result|;
  //@ ghost pure seq<int> values() {
  //@   return (next == null ? seq<int>() : next.values()) ++ [value];
  //@ }

  //@ requires next != null ==> next.list();
  //@ ensures list();
  //@ ensures values() == (next == null ? seq<int>() : old(next.values())) ++ [value];
  Node(int value, Node next) {
    this.value = value;
    this.next = next;
  }
}

/** In a linked list. */
class LinkedStack implements Stack {
  private Node top;
  private int size;

  /*@ predicate valid() {
    @   return acc(top) * acc(size) * (top != null ==> top.list()) *
    @     size == |top == null ? seq<int>() : top.values()|;
    @ }
    @*/

  //@ ghost pure seq<int> content() { return top == null ? seq<int>() : top.values(); }

  //@ ensures valid() * content() == [];
  LinkedStack() {
  }

  @Override
  public /*@ pure @*/ int size() {
    return size;
  }

  @Override
  public void push(int n) {
    top = new Node(n, top);
    size++;
  }

  @Override
  public int pop() {
    int n = top.value;
    top = top.next;
    size--;
    return n;
  }
}

/** Whoever has a stack need not know of which class it is. */
class Client {
  //@ requires from.valid() * to.valid();
  //@ requires 0 < |from.content()| && |to.content()| < 1000000;
  //@ ensures from.valid() * to.valid();
  //@ ensures from.content() == old(from.content()[..|from.content()| - 1]);
  //@ ensures to.content() == old(to.content()) ++ [old(from.content()[|from.content()| - 1])];
  static void move(Stack from, Stack to) {
    to.push(from.pop());
  }

  //@ requires s.valid();
  //@ ensures s.valid();
  static void fill(Stack s) {
    s.push(1); //~ precondition:may-not-hold
  }
}
