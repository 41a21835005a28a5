// Guards against: a member of an interface that a private one of a superclass hides.
interface I {
  int F = 8;
  class C { static final int L = 8; }
}
class C { static final int L = 7; }
class Base implements I {
  private static final int F = 9;
  private static class C { static final int L = 9; }
}
class Around {
  static final int F = 7;
  static class In extends Base {
    //@ ensures \result == 8; //~ postcondition:may-not-hold
    static int wrong() { return F; }
    //@ ensures \result == 7;
    static int ofClass() { return C.L; }
    //@ ensures \result == 8; //~ postcondition:may-not-hold
    static int wrongClass() { return C.L; }
  }
  // It is there by another way.
  static class Again extends Base implements I {
    //@ ensures \result == 8;
    static int right() { return F; }
  }
}
