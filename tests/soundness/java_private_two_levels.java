// Guards against: an override of a private method, two classes below.
class Aq {
  private /*@ pure @*/ int f() {
    return 1;
  }

  //@ ensures \result == f();
  int g() {
    return f();
  }
}

class Bq extends Aq {
}

class Cq extends Bq {
  public /*@ pure @*/ int f() { //~ unsupported
    return 2;
  }
}
