// Guards against: a value that Java computes when a class is first used, taken for known, for the same each time, or for set
// before it is.
class Late {
  static final Object MADE = new Object();
  static final int[] TABLE = {1, 2, 3};
  static final int NUMBER = Integer.parseInt("5");
  static final Late SELF = new Late();
  static final Object ALIAS = MADE;
  static int counter = next();
  static Object first = new Object();

  Late() { }

  static int next() {
    return 7;
  }

  //@ ensures \result != null; //~ postcondition
  static Object made() {
    return MADE;
  }

  static void same() {
    int a = NUMBER;
    int b = NUMBER;
    //@ assert a == b; //~ assert
  }

  static void five() {
    int a = NUMBER;
    //@ assert a == 5; //~ assert
  }

  static int length() {
    return TABLE.length; //~ null-dereference
  }

  //@ requires TABLE != null; //~ unsupported
  static void named() { }

  static /*@ pure @*/ int number() {
    return NUMBER; //~ unsupported
  }

  //@ requires acc(Late.counter);
  //@ ensures acc(Late.counter) * Late.counter == 7; //~ postcondition
  static void counted() { }

  static int caught() {
    try {
      Object o = Late.MADE; //~ unsupported
      return 1;
    } catch (Throwable t) {
      return 2;
    }
  }
}

class Reads {
  public static void main(String[] args) {
    int n = Late.counter;
    //@ assert n == 0; //~ assert
  }
}

class Reads2 {
  public static void main(String[] args) {
    int n = Late.counter;
    //@ assert n == 7; //~ assert
  }
}
