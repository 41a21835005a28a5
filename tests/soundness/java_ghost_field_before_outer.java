// Guards against: code that finds a ghost field where Java finds a field of the class around.
class Outer {
  static int x = 0;

  static class In {
    //@ ghost int x;

    //@ requires acc(Outer.x) * Outer.x == 0 * acc(this.x);
    //@ ensures acc(Outer.x) * Outer.x == 0; //~ postcondition:may-not-hold
    void m() {
      x = 5;
    }
  }
}
