// Guards against: taking a field for a variable that an earlier case declares.
class CaseScope {
  int x;

  //@ requires acc(x) * x == 0 * n == 2;
  //@ ensures acc(x) * x == 5; //~ postcondition:may-not-hold
  void m(int n) {
    switch (n) {
      case 1:
        int x = 1;
        break;
      case 2:
        x = 5;
        break;
      default:
        break;
    }
  }
}
