// Floating-point numbers: comparisons are exact, arithmetic has laws.
class Account {
  private double balance;
  private final float rate;
  static final double LIMIT = 1000.0 / 3;
  private static final double HALF = LIMIT / 2;

  //@ ensures acc(this.balance) && this.balance == 0;
  //@ ensures acc(this.rate) && this.rate == rate; //~ postcondition
  Account(float rate) {
    this.rate = rate;
    balance = 0;
  }

  //@ requires acc(this.balance) && this.balance >= 0 && amount > 0;
  //@ ensures acc(this.balance) && this.balance >= \old(this.balance) && this.balance >= amount;
  void deposit(double amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException();
    }
    balance += amount;
  }

  //@ requires acc(this.balance) && this.balance >= amount;
  //@ ensures acc(this.balance) && (this.balance >= 0 || this.balance != this.balance);
  void withdraw(double amount) {
    balance -= amount;
  }

  //@ ensures \result == (HALF > 166.6 && HALF < 166.7);
  static boolean constants() {
    return true;
  }

  //@ requires x == x;
  //@ ensures \result == x || \result == -x;
  //@ ensures \result >= 0;
  static double abs(double x) {
    return x < 0 ? -x : x;
  }

  //@ requires a == a && b == b;
  //@ ensures \result <= a && \result <= b && (\result == a || \result == b);
  static double least(double a, double b) {
    if (a < b) return a;
    return b;
  }

  //@ requires a < b && b < c;
  static void order(double a, double b, double c) {
    assert a < c;
    assert !(c <= a);
    assert a != c;
    assert -c < -a;
  }

  //@ ensures \result == 2;
  static int narrowed() {
    return (int) 2.9;
  }

  //@ requires 0 <= n;
  //@ ensures 0 <= \result;
  static int half(int n) {
    n *= 0.5;
    return n;
  }

  static int three() { return 3; }

  static void converted() {
    double d = three();
    float f = 1;
    f++;
    double[] all = {1, 2.5, f};
    d = all[1];
    assert d == 2.5;
    assert f == 2.0;
    char c = (char) 65.7;
    assert c == 'A';
    assert 16777217 == 16777216f;
    assert 0.1 + 0.2 != 0.3;
    assert 0.1f != 0.1;
    assert 0.0 == -0.0;
  }

  //@ requires a != null * acc(a.elems);
  //@ requires (\forall int i; 0 <= i && i < a.length; a[i] >= 0);
  //@ ensures acc(a.elems) && \result >= 0;
  static double sum(double[] a) {
    double sum = 0;
    //@ invariant acc(a.elems);
    //@ invariant 0 <= i && i <= a.length && sum >= 0;
    //@ invariant (\forall int j; 0 <= j && j < a.length; a[j] >= 0);
    for (int i = 0; i < a.length; i++) {
      sum += a[i];
    }
    return sum;
  }
}
