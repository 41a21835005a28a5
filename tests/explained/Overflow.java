class Overflow {
  //@ requires a >= 0 && b >= 0;
  //@ ensures \result >= a;
  static int add(int a, int b) {
    return a + b;
  }
}
// confirmed
