// Guards against: reading the `assert` of code as if its numbers were unbounded.
class Asserts {
  static int m(int n) {
    assert n + 1 > n; //~ assert:overflow
    return 0;
  }
}
