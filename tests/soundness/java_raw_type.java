// Guards against: objects of other types than the compiler takes them for.
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
}

class Raw {
  static void m() {
    Bowl<Pear> b = new Bowl(new Plum()); //~ unsupported
  }
}
