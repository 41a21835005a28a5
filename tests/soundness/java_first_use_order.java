// Guards against: a constant of an `enum` that is taken to be set, because another field's value is being computed or has
// an error, and raw types in what computes a value.
class Order {
  enum E { A, B }

  interface J {
    Object X = new R();

    default void d() { }
  }

  enum F implements J { A }

  static class H {
    static final F FIRST = F.A;
    static final E SECOND = E.A;
  }

  static class R {
    R() {
      boolean b = H.SECOND == E.A;
      //@ assert b; //~ assert
    }
  }
}

class Generic<T> {
  Generic() { }

  static Generic<Integer> same(Generic<Integer> g) {
    return g;
  }
}

class Unread {
  static final Generic<Integer> RAW = Generic.same(new Generic()); //~ unsupported
  static final Generic<Integer> FINE = Generic.same(new Generic<Integer>());
}

class Begins {
  static final Object O = new Sees();
  static final Order.E KEPT = Order.E.A;
}

class Behind {
  static final Order.E FIRST = Begins.KEPT;
  static final Order.E SECOND = Order.E.A;
}

class Sees {
  Sees() {
    boolean b = Behind.SECOND == Order.E.A;
    //@ assert b; //~ assert
  }
}
