// Guards against: believing type arguments where Java's compiler has not checked them.
class Pear {
  int x;
}

class Bowl<T> {
  T v;
}

class Arguments {
  //@ requires acc(b.v) * b.v != null * acc(b.v.x); //~ cast
  static void m(Bowl<Pear> b) {
  }

  //@ requires acc(b.v);
  static void assigned(Bowl<?> b, Bowl<Pear> c) {
    //@ ghost Bowl<Pear> g = b;
    //@ assert g.v != null ==> g.v.equals(g.v) || g.v instanceof Pear; //~ assert:cast
  }
}
