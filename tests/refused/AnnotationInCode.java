// Annotations that change code, beside an unrelated error.
class A {
  //@ ensures \result == 2;
  static int f() { return /*@ 1 + @*/ 1; }
  int x;
  //@ requires acc(x); ensures acc(x) && x == 1;
  void g(boolean b) { x = 1; /*@ if (false) @*/ x = 2; }
}
class B {
  void broken() { int x = = 3; }
}
// refused: A.f, A.g, B.broken
