/** The initialisers of fields run in the constructor that `this(…)` calls, not again. */
class Once {
  int n = 5;

  //@ ensures acc(n) * n == 6;
  Once(int k) {
    n = 6;
  }

  //@ ensures acc(n) * n == 5; //~ postcondition:may-not-hold
  Once() {
    this(1);
  }

  //@ ensures acc(n) * n == 6;
  Once(boolean b) {
    this(1);
  }
}
