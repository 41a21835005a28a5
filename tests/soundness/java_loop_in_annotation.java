// Guards against: code that is hidden behind an endless loop in an annotation.
class Endless {
  static void m() {
    //@ while (true) { } //~ not-allowed-here
    int y = 0;
    y = 1 / y;
  }
}
