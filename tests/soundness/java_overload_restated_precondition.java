/** A precondition that is said in the same words calls another method here. */
class Above {
  static /*@ pure @*/ boolean ok(long n) {
    return n > 0;
  }

  //@ requires ok(n);
  //@ ensures \result > 0;
  /*@ pure @*/ int f(int n) {
    return n;
  }

  //@ requires ok(n);
  //@ ensures \result > 0;
  int g(int n) {
    return n;
  }
}

class Below extends Above {
  static /*@ pure @*/ boolean ok(int n) {
    return n > 10;
  }

  //@ requires ok(n);
  /*@ pure @*/ int f(int n) { //~ override-contract
    return n - 10;
  }

  //@ requires ok(n);
  //@ ensures \result > 0;
  int g(int n) { //~ override-contract
    return n - 10;
  }
}
