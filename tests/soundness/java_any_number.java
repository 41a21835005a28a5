// Guards against: an array that is handed over taken for one that nobody has, and another choice than Java's.
class Handed {
  static void keeps(int[] given)
  //@ requires given != null && acc(given.elems);
  {
    taken(given);
    given[0] = 1; //~ insufficient-permission
  }

  //@ requires xs != null ==> acc(xs.elems);
  static void taken(int... xs) {}

  //@ ensures \result == 1;
  static int chosen(long a, int b) {
    return 1;
  }

  //@ ensures \result == 2;
  static int chosen(int... xs) {
    return 2;
  }

  static void fixedFirst() {
    int n = chosen(1, 2);
    //@ assert n == 2; //~ assert
  }

  //@ ensures \result == (xs == null);
  static boolean isNull(Object... xs) {
    return xs == null;
  }

  static void nullIsTheArray() {
    boolean b = isNull(null);
    //@ assert !b; //~ assert
  }

  static <T> void ofTypeArgument(T t) {
    boolean b = isNull(t); //~ unsupported
  }

  static int calls;

  static void after()
  //@ requires acc(calls) && calls == 0;
  {
    taken(++calls, ++calls);
    //@ assert calls == 1; //~ assert
  }
}

class Shouts {
  static int heard;

  public String toString()
  //@ requires acc(heard);
  {
    heard = 1;
    return "";
  }

  static void prints(Shouts s) {
    System.out.printf("%s", s); //~ unsupported
  }

  static void formats(Shouts s) {
    Object[] all = {s};
    String t = String.format("%s", all); //~ unsupported
  }
}
