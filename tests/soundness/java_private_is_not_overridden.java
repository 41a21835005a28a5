// Guards against: taking a member of the same name for an override of a private one.
class Above {
  private /*@ pure @*/ int k() {
    return 1;
  }

  //@ ensures \result == k();
  int f() {
    return k();
  }
}

class Below extends Above {
  /*@ pure @*/ int k() { //~ unsupported
    return 2;
  }
}
