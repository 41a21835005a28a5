// Guards against: an array of `Object` that is taken for one of a type argument, to which Java casts it.
class Box<T> {
  T[] items;

  //@ requires 0 <= n;
  //@ ensures acc(items) * items != null * acc(items.elems);
  Box(int n) {
    items = (T[]) new Object[n];
  }

  //@ requires acc(items, 1/2);
  //@ ensures acc(items, 1/2) * \result == items;
  T[] all() {
    return items;
  }

  T[] unknown(Object o) {
    return (T[]) o; //~ unsupported
  }

  T[] ofNumbers() {
    return (T[]) new Integer[3]; //~ unsupported
  }

  T[] ofComparables() {
    return (T[]) new Comparable[3]; //~ unsupported
  }

  T[][] rows() {
    return (T[][]) new Object[3][2]; //~ unsupported
  }

  T[] elements(String s) {
    return (T[]) new Object[]{s}; //~ unsupported
  }
}

class Clients {
  //@ requires acc(b.items) * b.items != null;
  static int field(Box<String> b) {
    return b.items.length; //~ unsupported
  }

  //@ requires acc(b.items, 1/2) * b.items != null;
  static void call(Box<String> b) {
    Object[] all = b.all(); //~ unsupported
  }

  //@ requires acc(b.items, 1/2) * b.items != null;
  static int length(Box<String> b) {
    return b.all().length; //~ unsupported
  }

  static <U> U[] made(int n) {
    return (U[]) new Object[n < 0 ? 0 : n];
  }

  static void ofMethod() {
    String[] texts = made(3); //~ unsupported
  }

  static void ofMethodAnyhow() {
    Object[] all = Clients.made(3); //~ unsupported
  }

  static void ofMethodLength() {
    int n = made(3).length; //~ unsupported
  }
}

class Below extends Box<String> {
  Below() {
    super(3);
  }

  //@ requires acc(items) * items != null;
  int count() {
    return items.length; //~ unsupported
  }

  //@ requires acc(items) * items != null;
  int countOfThis() {
    return this.items.length; //~ unsupported
  }
}

class Sorted<K extends Comparable<K>> {
  K[] keys;
  Box<K> box;

  void wrong() {
    K[] all = (K[]) new Object[3]; //~ unsupported
  }

  K[] right() {
    return (K[]) new Comparable[3];
  }

  //@ requires acc(box) * acc(box.items) * box.items != null;
  int ofBox() {
    return box.items.length; //~ unsupported
  }

  //@ requires acc(keys) * keys != null;
  int own() {
    return keys.length;
  }
}

class Visitor<T> {
  void visit(T[] all) { }

  void begin() {
    visit((T[]) new Object[1]);
  }
}

class OfTexts extends Visitor<String> {
  void visit(String[] all) { } //~ unsupported
}

class Taker<T> {
  void take(T one) { }
}

class TakerOfTexts extends Taker<String[]> {
  void take(String[] all) { } //~ unsupported
}

class Holder<X> {
  X held;
}

class Nested<T> {
  Holder<T[]> holder;
}

class OfNested {
  //@ requires acc(n.holder) * n.holder != null * acc(n.holder.held);
  static void escapes(Nested<String> n) {
    String[] all = n.holder.held; //~ unsupported
  }
}

class Row<T> extends Holder<T[]> { }

class OfRow {
  //@ requires acc(r.held) * r.held != null;
  static int escapes(Row<String> r) {
    return r.held.length; //~ type-mismatch
  }
}

class Raw {
  static void elements(Holder<String> h) {
    Holder<Integer>[] all = new Holder[]{h}; //~ unsupported
  }

  static void variable() {
    Holder[] all = new Holder[3]; //~ unsupported
  }
}
