// Guards against: code that finds a lemma where Java finds a method of the class around.
class Around {
  static int x = 0;

  //@ requires acc(Around.x);
  //@ ensures acc(Around.x);
  static void f() {
    x = 5;
  }

  static class In {
    //@ lemma static void f() { }

    //@ requires acc(Around.x) * Around.x == 0;
    //@ ensures acc(Around.x) * Around.x == 0;
    static void m() {
      f(); //~ not-allowed-here
    }
  }
}
