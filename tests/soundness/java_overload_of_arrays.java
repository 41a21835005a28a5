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
