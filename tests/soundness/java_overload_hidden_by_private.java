/** What is private elsewhere is no candidate to Java. */
class Secret {
  //@ ensures \result == 1;
  private static int f(int n) {
    return 1;
  }

  //@ ensures \result == 2;
  static int f(long n) {
    return 2;
  }

  private Secret(int n) {}

  //@ ensures false;
  Secret(long n) {
    throw new RuntimeException(); //~ assert:may-not-hold
  }

  static void inside() {
    int one = f(3);
    assert one == 1;
  }
}

class Elsewhere {
  static void outside() {
    int two = Secret.f(3); //~ unsupported
    Secret s = new Secret(3); //~ unsupported
  }
}
