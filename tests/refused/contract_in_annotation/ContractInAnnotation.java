class Parent { static /*@ pure @*/ int m() { return 1; } }

class ContractInAnnotation extends Parent {
  @SuppressWarnings(/*@ ( @*/ "x") static int m() { return 2; } //@ )

  //@ ensures \result == 1;
  static int left() { return m(); }
}
