/** What an assignment is worth, and when its parts are evaluated. */
class Order {
  int f;

  static void left() {
    int[] a = new int[3];
    int i = 0;
    a[i] = i = 2;
    assert a[2] == 2; //~ assert:may-not-hold
  }

  static void before() {
    int x = 1;
    x += (x = 10);
    assert x == 20; //~ assert:may-not-hold
  }

  static void narrowed() {
    byte b;
    int i = (b = (byte) 3);
    assert i == 4; //~ assert:may-not-hold
  }

  static void nothing(Order o) {
    int x = (o.f = 3); //~ null-dereference
  }

  static void wide(int a) {
    int b;
    long l = (b = a) * 4; //~ overflow
  }

  static void inLoop() {
    int n = 0;
    //@ loop_invariant true;
    while ((n = n + 0) < 5) {
      assert n == 0; //~ assert:may-not-hold
    }
  }
}
