/** Constants of an `enum`, and strings. */
enum Color {
  RED, GREEN, BLUE;
}

class Colors {
  //@ requires c != null;
  //@ ensures \result != null && \result != c;
  static Color other(Color c) {
    if (c == Color.RED) {
      return Color.GREEN;
    }
    if (c == Color.GREEN) {
      return Color.BLUE;
    }
    //@ assert c == Color.BLUE;
    return Color.RED;
  }

  static void strings() {
    String a = "one";
    String b = "two";
    //@ assert a != b && a != null;
    //@ assert a.length() == 3;
    boolean same = a.equals(a);
    //@ assert same;
    char first = a.charAt(0);
    char none = a.charAt(3); //~ precondition
  }

}
