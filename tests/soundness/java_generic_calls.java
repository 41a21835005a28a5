// Guards against: a type parameter that is taken for the one here, where it stands for something else.
class Dog { }

class Makes<T> {
  T[] make(String s) {
    return (T[]) new Object[1];
  }
}

class Overloads<U extends Dog> extends Makes<U> {
  U[] make(int n) {
    return (U[]) new Dog[1];
  }

  void inherited() {
    U[] x = make("x"); //~ unsupported
  }
}

class Queue<T> {
  T[] a;
  T v;

  //@ ensures acc(a) * acc(v);
  Queue() { }

  //@ ensures acc(a) * acc(v);
  Queue(T[] all) { }

  void put(T[] x) { }

  void own(T[] x) {
    put(x);
    this.put(x);
  }

  void others(Queue<Object> o, Queue<? super T> p, T[] x) {
    o.put(x); //~ unsupported
    p.put(x); //~ unsupported
  }

  //@ requires acc(q.a, 1/2) * q.a != null;
  static <T extends Dog> int shadowed(Queue<T> q) {
    return q.a.length; //~ unsupported
  }

  //@ requires acc(q.a);
  static <T> void kept(Queue<T> q, T[] x) {
    q.a = x; //~ unsupported
  }

  void made(T[] x) {
    Queue<Object> o = new Queue<Object>(x); //~ unsupported
  }

  static <E, F extends E> void bounded(E[] x, F f) { }

  void byBound(T[] x) {
    bounded(x, "x"); //~ unsupported
  }

  static <E> E again(E[] x, E v) {
    again(x, "x"); //~ unsupported
    return v;
  }

  class In {
    T[] b;

    //@ ensures acc(b);
    In() { }
  }

  In first;

  //@ requires acc(o.first) * o.first != null * acc(o.first.b);
  void share(Queue<Object> o, T[] x) {
    o.first.b = x; //~ unsupported
  }

  //@ requires acc(first) * first != null * acc(first.b);
  void keep(T[] x) {
    first.b = x; //~ unsupported
  }
}

class Generic {
  <E> void put(E[] x) { }

  <E> E id(E e) {
    return e;
  }
}

class ByErasure extends Generic {
  void put(Object[] x) { } //~ unsupported

  Object id(Object e) { //~ unsupported
    return "x";
  }
}
