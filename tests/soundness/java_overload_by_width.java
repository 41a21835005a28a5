/** The width of an argument decides, not whether its value would fit. */
class Widths {
  //@ ensures \result == 1;
  static int f(int n) {
    return 1;
  }

  //@ ensures \result == 2;
  static int f(long n) {
    return 2;
  }

  //@ ensures \result == 3;
  static int f(char n) {
    return 3;
  }

  byte small;

  //@ requires acc(small) * small < 100;
  //@ ensures acc(small);
  void use(char c, byte b, short s, long l) {
    int i = 0;
    int a1 = f(c);
    int a2 = f(c + 1);
    int a3 = f((char) 65);
    int a4 = f(++small);
    int a5 = f(s);
    int a6 = f(i + l);
    assert a1 == 3 && a2 == 1 && a4 == 1 && a5 == 1 && a6 == 2;
    assert a3 == 1; //~ assert:may-not-hold
  }
}
