/** After `this(…)` nothing is known but what that constructor ensures. */
class Counter {
  int n = 5;

  //@ ensures acc(n);
  Counter(int start) {
    n = start;
  }

  //@ ensures acc(n) * n == 5; //~ postcondition:may-not-hold
  Counter() {
    this(3);
  }

  Counter(boolean b) {
    this(1);
    //@ assert acc(n) * acc(n); //~ assert
  }
}
