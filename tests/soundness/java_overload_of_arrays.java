// Java takes an array for one of a superclass's where it chooses among members.
class P {}

class Q extends P {}

class A {
  //@ ensures \result == 15;
  static int v(Object[] a) { return 15; }

  //@ ensures \result == 16;
  static int v(Object a) { return 16; }

  static int one(P[] ps) { return v(ps); } //~ unsupported

  static int rows(int[][] rows) { return v(rows); } //~ unsupported

  //@ ensures \result == 16;
  static int numbers(int[] numbers) { return v(numbers); }
}

class S {
  //@ ensures \result == 1;
  int f(Object o) { return 1; }
}

class T extends S {
  //@ ensures \result == 2;
  int f(P[] o) { return 2; }

  //@ ensures \result == 1;
  int g(Q[] q) { return f(q); } //~ unsupported
}

enum E { A }

class W {
  //@ ensures \result == 1;
  static int cloned(Object o) { return 1; }

  //@ ensures \result == 2;
  static int cloned(Cloneable[] o) { return 2; }

  //@ ensures \result == 1;
  static int written(Object o) { return 1; }

  //@ ensures \result == 2;
  static int written(java.io.Serializable[] o) { return 2; }

  //@ ensures \result == 1;
  static int compared(Object o) { return 1; }

  //@ ensures \result == 2;
  static int compared(Comparable[] o) { return 2; }

  //@ ensures \result == 1;
  static int rows() { return cloned(new int[1][]); } //~ unsupported

  //@ ensures \result == 1;
  static int constants() { return written(new E[1]); } //~ unsupported

  //@ ensures \result == 1;
  static int fixed() { return written(new int[1][1]); } //~ unsupported

  //@ ensures \result == 1;
  static int ordered() { return compared(new E[1]); } //~ unsupported

  //@ ensures \result == 1;
  static int texts() { return compared(new String[1]); } //~ unsupported

  //@ ensures \result == 1;
  static int deep() { return written(new int[1][1][1]); } //~ unsupported
}

// What the contracts of a class do not say is above it, too.
class V {
  //@ ensures \result == 1;
  static int f(Object o) { return 1; }

  //@ ensures \result == 2;
  static int f(Comparable o) { return 2; }

  //@ ensures \result == 1;
  static int text() { return f("a"); } //~ unsupported

  //@ ensures \result == 1;
  static int box(Integer i) { return f(i); } //~ unsupported
}

// They come before any number of arguments.
class N {
  //@ ensures \result == 1;
  static int f(Comparable x) { return 1; }

  //@ ensures \result == 2;
  static int f(Object... x) { return 2; }

  //@ ensures \result == 1;
  static int g(java.io.Serializable x) { return 1; }

  //@ ensures \result == 2;
  static int g(Object... x) { return 2; }

  //@ ensures \result == 2;
  static int text(String s) { return f(s); } //~ unsupported

  //@ ensures \result == 2;
  static int constant(E e) { return g(e); } //~ unsupported

  //@ ensures \result == 1;
  static int boxed(int n) { return V.f(n); } //~ unsupported
}
