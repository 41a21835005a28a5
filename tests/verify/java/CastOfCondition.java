// A cast of `?:` is a constant only if all of it is: `true ? 0 : d` has a known value, but the type of
// a `?:` around it is that of Java.
class CastOfCondition {
  static final int K = 5;

  //@ pure
  static int of(byte b) {
    return 1;
  }

  //@ pure
  static int of(int b) {
    return 4;
  }

  static void m(boolean c, int d, byte b) {
    //@ assert d != 0 ==> of(c ? (int) (true ? 0 : 7 % d) : b) == 4;
    //@ assert d != 0 ==> of(c ? (int) (true ? K & 0 : 7 % d) : b) == 4;
    //@ assert of(c ? (int) (true ? 0L : (long) d) : b) == 4;
    //@ assert of(c ? (int) (true ? 0 : 7 % K) : b) == 1;
    //@ assert of(c ? (int) 300L : b) == 4;
    //@ assert of(c ? (byte) 300 : b) == 1;
  }

  static void wrong(boolean c, int d, byte b) {
    //@ assert d != 0 ==> of(c ? (int) (true ? 0 : 7 % d) : b) == 1; //~ assert:may-not-hold
  }
}
