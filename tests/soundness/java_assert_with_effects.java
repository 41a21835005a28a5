// Guards against: counting on what an `assert` does, which happens only where assertions are enabled.
class Ticks {
  static int c = 0;

  //@ requires acc(Ticks.c) * Ticks.c < 100;
  //@ ensures acc(Ticks.c) * Ticks.c == \old(Ticks.c) + 1 && \result;
  static boolean tick() {
    c++;
    return true;
  }

  //@ requires acc(Ticks.c) * Ticks.c < 100;
  //@ ensures acc(Ticks.c) * \old(Ticks.c) <= Ticks.c <= \old(Ticks.c) + 1;
  static void ticksOrNot() {
    assert tick();
  }

  //@ requires acc(Ticks.c) * Ticks.c < 100;
  //@ ensures acc(Ticks.c) * Ticks.c == \old(Ticks.c) + 1; //~ postcondition
  static void always() {
    assert tick();
  }

  //@ requires acc(Ticks.c) * Ticks.c < 100;
  //@ ensures acc(Ticks.c) * Ticks.c == \old(Ticks.c); //~ postcondition
  static void never() {
    assert tick() : "not reached";
  }

  //@ requires acc(Ticks.c) * Ticks.c < 100;
  //@ ensures acc(Ticks.c);
  static void fails() {
    assert !tick(); //~ assert
  }

  static void demands() {
    assert tick(); //~ precondition
  }

  static boolean isEven(int n) {
    return n % 2 == 0;
  }

  //@ ensures \result == 1; //~ postcondition
  static int assigned(boolean b) {
    int n = 0;
    assert (n = 1) == 1;
    return n;
  }
}
