// The contract stands before a block, but belongs to the method behind it.
class A {
  //@ requires x > 0;
  static { }
  static void f(int x) { }
}
class T { static void m() { A.f(0); } }
// refused: A.f, T.m
