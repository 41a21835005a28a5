/** Static fields that begin with a string. */
class StaticString {
  static String s = "ab";
  static String none = null;
  static final String CONSTANT = "ab";

  public static void main(String[] args) {
    //@ assert s != null && none == null;
    //@ assert s == CONSTANT && s.length() == 2;
    s = "c";
    //@ assert s.length() == 1;
  }
}
