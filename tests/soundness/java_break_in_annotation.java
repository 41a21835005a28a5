// Guards against: ending a case by a `break` that Java does not see.
class Breaks {
  //@ ensures \result == (n == 1 ? 1 : n == 2 ? 2 : 0);
  static int m(int n) {
    int x = 0;
    switch (n) {
      case 1: //~ unsupported
        x = 1;
        //@ break;
      case 2:
        x = 2;
        break;
    }
    return x;
  }
}
