// Guards against: taking a call of code for the definition of the class that `super` names.
class As {
  int x;

  //@ predicate v() { return acc(x); }

  //@ requires v();
  /*@ pure @*/ int h() {
    return 1;
  }

  //@ requires v();
  //@ ensures v() * \result == 1; //~ postcondition:may-not-hold
  int m() {
    return h();
  }
}

class Cs extends As {
  //@ ensures v();
  Cs() {
    super();
  }

  /*@ pure @*/ int h() {
    return 2;
  }

  //@ requires v();
  //@ ensures v() * \result == 1;
  int m2() {
    return super.m();
  }

  //@ requires v();
  //@ ensures v() * \result == 1;
  int m() {
    return 1;
  }
}
