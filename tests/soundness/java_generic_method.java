// Guards against: a method's own type parameter taken for that of its class.
class Pear {
}

class Plum {
  int q;
}

class Bowl<T> {
  T v;

  <T> T pick(T t) {
    return t;
  }
}

class Picks {
  //@ requires b != null;
  static void m(Bowl<Pear> b, Plum x) {
    Object o = b.pick(x);
    //@ assert o == null || o instanceof Pear; //~ assert
  }
}
