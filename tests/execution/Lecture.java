class Lecture {
  //@ requires input != null && n <= input.length;
  static void first(char n, char[] input) {
    if (n == 0) return;
    char v = 0; char s = 0; int i = 0;
    while (i < n) { v = input[i]; s = (char) (s + v); ++i; }
    assert s >= v;
  }
  //@ requires input != null && n <= input.length;
  static void second(char n, char[] input) {
    if (n == 0) return;
    char v = 0; int s = 0; int i = 0;
    while (i < n) { v = input[i]; s += v; ++i; }
    assert s >= v;
  }
}
