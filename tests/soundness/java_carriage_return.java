// Guards against: code that a carriage return ends a comment before.
class Hides {
  static void m() {
    int x = 0;
    // comment     x = 1;
    //@ assert x == 0; //~ assert:may-not-hold
  }
}
