// Guards against: a static field that begins with a constant of an `enum`, and is read before that by what another static
// field runs.
class H {
  enum E { A, B }

  static final Object X = new R();
  static final E FINAL = E.A;
  static E changed = E.A;

  static class R {
    R() {
      E o = H.FINAL;
      //@ assert o != null; //~ assert
    }
  }

  //@ ensures \result == E.A; //~ postcondition
  static E value() {
    return FINAL;
  }
}

class Alone {
  static final H.E KEPT = H.E.B;
  static final int ONE = 1;
  static H.E other = H.E.B;

  //@ ensures \result == H.E.B;
  static H.E value() {
    return KEPT;
  }
}

class Main {
  public static void main(String[] args) {
    H.E e = H.changed;
    //@ assert e == H.E.A; //~ assert
  }
}
