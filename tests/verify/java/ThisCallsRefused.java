/** `this(…)` at the wrong place, in a circle, or with the object that is not there yet. */
class Circle {
  int f;

  Circle(int a) {
    this(a, a); //~ not-allowed-here
  }

  Circle(int a, int b) {
    this(a + b); //~ not-allowed-here
  }

  Circle(boolean b) {
    this(b); //~ not-allowed-here
  }

  Circle(String s) {
    this(f); //~ not-allowed-here
  }

  Circle(long a, long b, long c) {
    this("a", "b"); //~ type-mismatch
  }

  Circle(char c, char d) {
    f = 1;
    this(1, 2); //~ not-allowed-here
  }

  void m() {
    this(3); //~ not-allowed-here
  }
}
