// options: --int=wrapping

/** The operand of `+` and of a shift by nothing keeps its own conversion. */
class Promotions {
  static int plus(int i) {
    int x = +((byte) i);
    //@ assert -128 <= x && x <= 127;
    //@ assert i == 200 ==> x == -56;
    //@ assert i == 200 ==> x == 200; //~ assert:may-not-hold
    return x;
  }

  //@ ensures i == 200 ==> \result == -56;
  static /*@ pure @*/ int shifted(int i) {
    return ((byte) i) >>> 32;
  }

  //@ ensures i == 200 ==> \result == 200; //~ postcondition:may-not-hold
  static /*@ pure @*/ int unshifted(int i) {
    return ((byte) i) >>> 32;
  }
}

/** Reading a `final` field of constant value is compiled to the constant. */
class Inlined {
  int before = this.constant;
  final int constant = 7;

  //@ ensures acc(before) * acc(constant) * before == 7;
  Inlined() {}
}
