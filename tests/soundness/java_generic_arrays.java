// Guards against: an array that is known by two types of elements, of which one takes what the other one must not have,
// and objects of inner classes and of raw bounds that are taken for those of other type arguments.
class Box<T> {
  T v;

  //@ ensures acc(v);
  Box() { }
}

class Stack<T> {
  T[] a;

  //@ ensures acc(a) * a != null * acc(a.elems) * a.length == 1;
  Stack() {
    a = (T[]) new Object[1];
  }

  //@ requires acc(a, 1/2) * a != null * acc(a.elems) * a.length == 1;
  void declared() {
    Object[] o = a; //~ unsupported
    o[0] = "x";
  }

  void cast(T[] all) {
    Object[] o = (Object[]) all; //~ unsupported
  }

  //@ requires acc(a, 1/2);
  Object[] returned() {
    return a; //~ unsupported
  }

  Object[] chosen(T[] all, boolean b) {
    return b ? null : all; //~ unsupported
  }

  void handed(T[] all) {
    take(all); //~ unsupported
    takeAny(all); //~ unsupported
  }

  void gathered(T[] all) {
    takeRows(all, all); //~ unsupported
  }

  void inRows(T[] all) {
    Object[][] rows = {all}; //~ unsupported
  }

  static void take(Object[] o) { }

  static void takeAny(Object... o) { }

  static void takeRows(Object[]... o) { }

  //@ requires acc(a);
  void fine(T[] all, Stack<T> other) {
    T[] kept = all;
    a = kept;
    T[] made = (T[]) new Object[3];
    a = made;
    own(all);
  }

  void own(T[] all) { }

  static <E> void swap(E[] all, int i) { }

  static <E> void put(E[] all, E one) { }

  static <E> void putFrom(E[] all, Box<? extends E> one) { }

  static <E> void copy(E[] all, E[] others) { }

  static <E extends Comparable<E>> void sort(E[] all) {
    swap(all, 1);
  }

  void generic(T[] all, T one, Box<T> box) {
    swap(all, 1);
    put(all, one); //~ unsupported
    putFrom(all, box); //~ unsupported
    copy(all, all); //~ unsupported
  }

  class Node {
    T item;

    //@ ensures acc(item) * item == t;
    Node(T t) {
      item = t;
    }
  }

  Node first;

  //@ requires acc(first);
  void steal(Object o) {
    first = (Node) o; //~ unsupported
  }
}

class Elsewhere {
  static void inner(Stack<String> s) {
    Stack.Node n = null; //~ unsupported
  }

  static void widened(Box<String>[] a, Box<Integer> b) {
    Box<?>[] w = a; //~ unsupported
    w[0] = b;
  }

  static void narrowed(Box<?>[] w) {
    Box<Integer>[] c = (Box<Integer>[]) w; //~ unsupported
  }

  static void put(Box<?>[] a) { }

  static void handed(Box<String>[] a) {
    put(a); //~ unsupported
  }

  static Box<?>[] returned(Box<String>[] a) {
    return a; //~ unsupported
  }

  static Box<String>[] made() {
    Box<String>[] a = new Box[1];
    return a;
  }

  static <T extends Box> Box<String> rawBound(T t) { //~ unsupported
    return t;
  }

  static <T extends Comparable> Comparable<String> rawComparable(T t) { //~ unsupported
    return t;
  }
}

class Animal { }

class Dog extends Animal { }

class Base<T extends Animal, U extends Dog> {
  T[] a;
  Base<U, U> other;

  T[] make() {
    return (T[]) new Animal[1];
  }

  //@ requires acc(other, 1/2) * other != null * acc(other.a, 1/2) * other.a != null;
  int ofOther() {
    return other.a.length; //~ unsupported
  }

  void use(T[] all) { }

  void both() {
    use(make());
  }
}

class Sub<V extends Dog> extends Base<V, V> {
  void use(V[] all) { } //~ unsupported
}

class Same<W extends Animal> extends Base<W, Dog> {
  void use(W[] all) { }
}
