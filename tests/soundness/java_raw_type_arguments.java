// Guards against: objects of other types than the compiler takes them for, by a type argument that has none of its own.
import java.util.List;

class Pear {
}

class Plum {
}

class Bowl<T> {
  T v;

  //@ ensures acc(this.v) * this.v == v;
  Bowl(T v) {
    this.v = v;
  }

  //@ requires acc(this.v);
  //@ ensures acc(this.v) * this.v == t;
  void put(T t) {
    v = t;
  }
}

class Pairs {
  static Pear calls() {
    Bowl<Pear> pears = new Bowl<Pear>(new Pear());
    Bowl<Bowl> outer = new Bowl<Bowl>(pears); //~ unsupported //~ unsupported
    outer.v.put(new Plum());
    return pears.v;
  }

  static Pear converts(Bowl<Bowl> outer) { //~ unsupported
    Bowl<Plum> plums = outer.v;
    return null;
  }

  static void nested(Bowl<Bowl<Bowl>> outer) { //~ unsupported
  }

  static void ofArrays(Bowl<Bowl[]> outer) { //~ unsupported
  }

  static void ofWildcards(Bowl<? extends Bowl> outer) { //~ unsupported
  }

  static Bowl<Bowl> given() { //~ unsupported
    return null;
  }

  static void ofLibrary(List<List> all) { //~ unsupported
  }

  static void ofComparables(Bowl<Comparable> all) { //~ unsupported
  }

  static <T> T any(Bowl<T> bowl) {
    return null;
  }

  static Bowl<Bowl<Pear>> fine(Bowl<Bowl<?>> other) {
    return null;
  }
}

class OfBowls extends Bowl<Bowl> { //~ unsupported
  OfBowls() {
    super(null);
  }
}
