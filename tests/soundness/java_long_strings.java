// Guards against: a string that is too long to be, in an annotation.
class Strings {
  //@ requires s != null && s.length() == 2000000000;
  static void m(String s) {
    //@ assert s.concat(s) != null; //~ assert:precondition
  }
}
