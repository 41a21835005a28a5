/** What Java has and is known by its meaning, not by its words. */
enum Color {
  RED, GREEN
}

interface Hello {
  default void hello() {}
}

class JavaRefused implements Hello {
  class Inner {
    int g;
  }

  static int ofEnums(Color c) {
    int n = Color.RED.ordinal(); //~ unsupported
    Color[] all = Color.values(); //~ unsupported
    c.name(); //~ unsupported
    switch (c) { //~ unsupported
      case RED: return 1;
      default: return 2;
    }
  }

  static void ofObjects(JavaRefused o, Object p) {
    boolean e = p.equals(o); //~ unsupported
    int h = p.hashCode(); //~ unsupported
    Object g = o.getClass(); //~ unsupported
    Object k = JavaRefused.class; //~ unsupported
    Object t = JavaRefused.this; //~ unsupported
  }

  public void hello() {
    Hello.super.hello(); //~ unsupported
  }

  static void boxes(Integer b, Object o, boolean t) {
    Integer x = 3;
    Object z = t;
    int w = b;
    Short s = 1; //~ unsupported
    byte n = 1;
    o = n; //~ unsupported
    o = "a";
    var u = 3 * 2; //~ unsupported
  }

  static void notBoxes(boolean t, String s) {
    int i = t; //~ type-mismatch
    String r = 3; //~ type-mismatch
    int j = s; //~ type-mismatch
  }
}
