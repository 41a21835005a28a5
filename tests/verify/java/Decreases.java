// `decreases` of methods: their calls of themselves end.
class Decreases {
  //@ requires 0 <= n && n <= 12;
  //@ ensures 1 <= \result;
  //@ decreases n;
  static int depth(int n) {
    if (n == 0) { return 1; }
    int below = depth(n / 2);
    return below < 1000 ? below + 1 : below;
  }

  //@ requires 0 < n;
  //@ ensures false;
  //@ decreases n;
  static void never(int n) { never(n); } //~ termination

  interface Step {
    //@ requires 0 <= n;
    //@ decreases n;
    void run(int n);
  }

  static class Down implements Step {
    Step next;
    //@ requires 0 <= n;
    //@ decreases n;
    public void run(int n) { Step other = new Down(); if (0 < n) { other.run(n - 1); } else { other.run(n); } } //~ termination
  }
}
