// The string of a static field is known when `main` begins, and no other is.
class D {
  static String s = "ab";

  public static void main(String[] args) {
    //@ assert s == "abc"; //~ assert:may-not-hold
  }
}
