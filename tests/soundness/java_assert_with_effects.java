// Guards against: counting on what an `assert` does.
class Ticks {
  static int c = 0;

  //@ requires acc(Ticks.c) * Ticks.c < 100;
  //@ ensures acc(Ticks.c) * Ticks.c == \old(Ticks.c) + 1 && \result;
  static boolean tick() {
    c++;
    return true;
  }

  public static void main(String[] a) {
    assert tick(); //~ unsupported
  }
}
