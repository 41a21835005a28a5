// Guards against: type arguments that are lost on the way to an array: by `<>`, `var`, wildcards, inner classes, arrays as
// type arguments, and calls that Java does not check.
class Box<T> {
  T v;
}

class Queue<T> {
  T[] a;
  Box<? extends T>[] boxes;

  //@ ensures acc(a);
  Queue() { }

  T[] make(int... n) {
    return (T[]) new Object[1];
  }

  void diamond() {
    T[] x = null;
    int n = new Queue<>().a.length; //~ unsupported
  }

  void inferred() {
    var q = new Queue<String>();
    int n = q.a.length; //~ unsupported
  }

  //@ requires acc(o.boxes);
  void wildcards(Queue<Object> o, Box<? extends T>[] all) {
    o.boxes = all; //~ unsupported
  }

  //@ requires acc(boxes);
  void own(Box<? extends T>[] all) {
    boxes = all;
  }

  //@ requires acc(o.a, 1/2) * o.a != null;
  int same(Queue<T> o) {
    return o.a.length;
  }

  class In {
    T[] b;

    //@ ensures acc(b);
    In() { }
  }

  In first;

  //@ requires acc(o.first, 1/2) * o.first != null * acc(o.first.b, 1/2) * o.first.b != null;
  int inner(Queue<String> o) {
    var x = o.first;
    return x.b.length; //~ unsupported
  }
}

class OfArrays<N> {
  //@ requires acc(q.a, 1/2) * q.a != null;
  int rows(Queue<N[]> q) {
    return q.a.length; //~ unsupported
  }

  //@ requires acc(q.a, 1/2) * q.a != null;
  int objects(Queue<Object[]> q) {
    return q.a.length; //~ unsupported
  }
}

class Dog { }

class Overloads<U extends Dog> extends Queue<U> {
  U[] make(String s, String t) {
    return null;
  }

  void rest() {
    U[] x = make(1, 2); //~ unsupported
  }
}

interface Source<T> {
  T get();
}

class Unchecked {
  static Source<Integer> from(Box<Integer>[] all) {
    return null;
  }

  static void call() {
    Source<String> s = from(new Box[1]); //~ unsupported
  }

  static final Source<String> FIELD = from(new Box[1]); //~ unsupported

  static void checked() {
    Source<Integer> s = from((Box<Integer>[]) new Box[1]);
  }
}
