// Guards against: reading a private field of a superclass where Java finds another one.
class Base {
  private int x;
}

interface Fives {
  int x = 5;
}

class Below extends Base implements Fives {
  //@ ensures \result == 5;
  int m() {
    return x;
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  int wrong() {
    return x;
  }
}
