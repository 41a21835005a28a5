// Guards against: what contracts know of equal strings, taken for what `==` says in code.
class Identity {
  static void m(String s, String t) {
    boolean b = s == t;
    //@ assert !b ==> s != t; //~ assert
  }

  static void again(String s, String t) {
    boolean b = s == t;
    boolean c = s != t;
    //@ assert b == !c; //~ assert
  }

  static <T> void generic(T s, T t) {
    boolean b = s == t;
    //@ assert !b ==> s != t; //~ assert
  }

  //@ requires s != null && s == t;
  static void twice(String s, String t) {
    if (s != t) {
      //@ assert false; //~ assert
    }
  }
}
