/** Where no method takes the arguments, or several do, or Java might choose otherwise. */
class OverloadsRefused {
  static int m(int x) {
    return 1;
  }

  static int m(String x) {
    return 1;
  }

  static int m(OverloadsRefused x) {
    return 1;
  }

  static int k(int a, long b) {
    return 1;
  }

  static int k(long a, int b) {
    return 1;
  }

  static int n(byte a) {
    return 1;
  }

  static int n(int a) {
    return 1;
  }

  //@ ensures \result == 1;
  static int p(byte a) {
    return 1;
  }

  //@ ensures \result == 4;
  static int p(int a) {
    return 4;
  }

  //@ ensures \result == 1;
  static int narrow(boolean c, byte b) {
    return p(c ? b : 1);
  }

  //@ ensures \result == 4;
  static int wide(boolean c, byte b) {
    return p(c ? b : 128);
  }

  static void bad(boolean c, byte b, Integer i) {
    m(null); //~ type-mismatch
    m(3L); //~ type-mismatch
    m(true); //~ type-mismatch
    k(1, 2); //~ type-mismatch
    n(i); //~ unsupported
    n(1, 2, 3); //~ type-mismatch
    new OverloadsRefused(3L); //~ type-mismatch
  }

  OverloadsRefused(int x) {}

  OverloadsRefused(String x) {}

  OverloadsRefused(int y) {} //~ duplicate-name

  int m(int y) { //~ duplicate-name
    return 2;
  }

  long n(int a) { //~ duplicate-name
    return 1;
  }
}

interface Scaled {
  int area(int scale);
}

class Missing implements Scaled { //~ not-allowed-here
  public int area(long scale) {
    return 6;
  }
}

class Holder<T> {
  void put(T t) {}
}

class StringHolder<U> extends Holder<U> {
  void put(String s) {} //~ unsupported
}

class Taker<T> {
  <U> int take(U u) {
    return 5;
  }
}

/** A method's own type parameter is not that of a class. */
class StringTaker extends Taker<String> {
  int take(String s) { //~ unsupported
    return 6;
  }
}

interface OfString {
  void put(String s);
}

/** Java takes the method of the superclass for that of the interface. */
abstract class Joined extends Holder<String> implements OfString {} //~ unsupported

class Sized extends Holder<String> {
  void put(int n) {}

  static void use(Sized s, int n) {
    if (s != null) {
      s.put("a"); //~ unsupported
    }
  }
}

class Choice<T> {
  void take(T t) {}

  void take(String s) {}

  static void any(Object o) {}

  static void any(String s) {}

  static void use(Choice<String> c, String s, Choice<Object> o) {
    if (c != null) {
      c.take(s); //~ unsupported
    }
    any(o);
  }

  void erased(T t) {
    any(t); //~ unsupported
  }
}

class Hidden {
  private static void h(String s) {}

  static void h(Object o) {}
}

class Outside {
  static void use() {
    Hidden.h("a"); //~ unsupported
  }
}
