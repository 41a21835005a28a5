// The postcondition stands before a block, but belongs to the method behind it.
class A {
  //@ ensures \result > 0;
  { }
  static int f(int x) { return 0; }
}
// refused: A.f
