// Guards against: an array of a subtype's elements, which generic code hands on as one of the supertype's, and which
// does not take all objects of that.
class ArraysOfTypeArguments {
  static class Above { }

  static class Below extends Above { }

  //@ ensures \result == t;
  static <T> T id(T t) {
    return t;
  }

  //@ ensures \result == 1;
  static int stored() {
    Below[] y = new Below[1];
    Above[] x = id(y); //~ unsupported
    try {
      x[0] = new Above();
    } catch (ArrayStoreException e) {
      return 2;
    }
    return 1;
  }

  //@ ensures \result == 7;
  static int numbers() {
    int[] y = new int[1];
    int[] x = id(y);
    x[0] = 7;
    return y[0];
  }

  //@ ensures \result != null;
  static String[] texts() {
    String[] y = new String[1];
    String[] x = id(y); //~ unsupported
    return x;
  }

  static class Box<T> {
    T v;

    //@ ensures acc(v) * v == x;
    Box(T x) {
      v = x;
    }
  }

  static void boxed() {
    String[] s = new String[1];
    Box<Object[]> b = new Box<Object[]>(s);
    Object[] o = b.v; //~ unsupported
    o[0] = new Object();
  }
}
