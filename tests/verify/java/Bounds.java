/** Members of a type parameter's bounds. */
class Bounds {
  //@ requires a != null;
  //@ ensures \result == a || \result == b;
  static <T extends Comparable<T>> T max(T a, T b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  static <T extends Comparable<? super T>> int notNull(T a, T b) {
    return a.compareTo(b); //~ null-dereference
  }

  static class Shape {
    private int side;

    //@ predicate valid() { return acc(side) * 0 <= side <= 1000; }

    //@ requires valid();
    //@ ensures 0 <= \result <= 1000;
    /*@ pure @*/ int side() {
      return side;
    }

    //@ requires valid() * side() < 1000;
    //@ ensures valid() * side() == \old(side()) + 1;
    void grow() {
      side = side + 1;
    }
  }

  interface Named {
    String name();
  }

  static class Pair<T extends Shape> {
    T a;

    //@ requires acc(a, 1/2) * a instanceof Shape * a.valid() * a.side() < 10;
    //@ ensures acc(a, 1/2) * a instanceof Shape * a.valid() * a.side() == \old(a.side()) + 1;
    void grow() {
      a.grow();
    }

    //@ requires acc(a, 1/2) * a instanceof Shape * a.valid();
    //@ ensures acc(a, 1/2) * a instanceof Shape * a.valid() * a.side() == \old(a.side()) + 1;
    void growsNot() {
      a.grow(); //~ precondition
    }
  }

  //@ requires t instanceof Shape * t.valid();
  //@ ensures t instanceof Shape * t.valid();
  static <T extends Shape & Named> int both(T t) {
    String name = t.name();
    return t.side();
  }

  static <T extends Comparable> int raw(T a, T b) { //~ unsupported //~ unsupported
    return a == null ? 0 : a.compareTo(b);
  }

  static <T extends Shape, U extends T> int ofBound(U u) {
    return u.side(); //~ unsupported
  }

  interface Sized {
    int side();
  }

  static <T extends Named & Sized> int known(T t) {
    return t == null ? 0 : t.side();
  }
}
