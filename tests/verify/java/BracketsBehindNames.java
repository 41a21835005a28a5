// Brackets of arrays may stand behind names, each for its own name only.
class BracketsBehindNames {
  int x, y[];

  //@ ensures \result == 1;
  static int f(int i) {
    return 1;
  }

  //@ ensures \result == 2;
  static int f(int[] b) {
    return 2;
  }

  //@ requires acc(this.y) * acc(this.x);
  //@ ensures \result == 3;
  int fields() {
    return f(this.x) + f(this.y);
  }

  //@ requires a != null && b != null;
  //@ ensures \result == 4;
  static int parameters(int a[], int[] b) {
    return f(a) + f(b);
  }

  //@ ensures \result == 7;
  static int locals() {
    int a[] = new int[3];
    a[1] = 7;
    return a[1];
  }

  static int lists() {
    int a[] = new int[3], b = 4; //~ unsupported
    return 1;
  }
}
