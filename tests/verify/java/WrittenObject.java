/** A choice between overloads by a type that is written `Object`: other classes with type parameters do not matter. */
class D {
}

class Box<T> {
  T v;
}

class WrittenObject {
  //@ ensures \result == 1;
  static /*@ pure @*/ int kind(Object o) { return 1; }
  //@ ensures \result == 2;
  static /*@ pure @*/ int kind(D d) { return 2; }
  static void m(D d) {
    int k = kind((Object) d);
    //@ assert k == 1;
    Object o = d;
    int j = kind(o);
    //@ assert j == 1;
  }
}
