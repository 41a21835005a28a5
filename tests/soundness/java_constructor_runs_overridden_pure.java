// Guards against: taking a call in a constructor for the definition of its own class.
class Ak {
  int x;

  /*@ pure @*/ int h() {
    return 1;
  }

  //@ ensures acc(x) * x == 1; //~ postcondition:may-not-hold
  Ak() {
    x = h();
  }
}

class Ck extends Ak {
  /*@ pure @*/ int h() {
    return 2;
  }
}
