// A first use that fails might have left an object behind, also by way of another first use. Each later use of a static
// field fails again.
class X {
  static final D IT = new D();
  static final int K = Integer.parseInt("5");
}

class D {
  static final int A = X.K;
  static final int N = Integer.parseInt("x");

  int m() {
    return N;
  }
}

class T {
  static void a() {
    D c = X.IT;
    if (c != null) {
      try {
        int n = c.m();
      } catch (Error e) {
        //@ assert false; //~ assert:may-not-hold
      }
    }
  }
}
