// Guards against: taking a loop that continues for the end of a case.
class Falls {
  //@ ensures \result == (n == 1 ? 0 : n == 2 ? 5 : 9);
  static int fall(int n) {
    int r = 0;
    switch (n) {
      case 1: //~ unsupported
        do {
          if (n == 1) {
            continue;
          }
          return 7;
        } while (n == 7);
      case 2:
        r = 5;
        break;
      default:
        r = 9;
    }
    return r;
  }
}
