// Guards against: another choice than Java's where a member with any number of arguments is one of several.
import java.util.List;

class Choices<T extends CharSequence> {
  //@ ensures \result == 5;
  static int k(List<String> x) { return 5; }

  //@ ensures \result == 6;
  static int k(Object... x) { return 6; }

  static void list(List<Integer> l) { int r = k(l); /*@ assert r == 5; @*/ } //~ unsupported

  static <U extends Comparable<U>> int n(U x)
  //@ ensures \result == 9;
  { return 9; }

  //@ ensures \result == 10;
  static int n(Object... x) { return 10; }

  static void bound(Object l) { int r = n(l); /*@ assert r == 9; @*/ } //~ unsupported

  final int kk;

  //@ ensures acc(kk) * kk == 1;
  Choices(T x) { kk = 1; }

  //@ ensures acc(kk) * kk == 2;
  Choices(Object... x) { kk = 2; }

  static void made() { Choices<String> r = new Choices<String>(5); /*@ assert r.kk == 1; @*/ } //~ unsupported
}

class Inside {
  final int k;

  //@ ensures acc(k) * k == 1;
  private Inside(int x) { k = 1; }

  //@ ensures acc(k) * k == 2;
  Inside(int... x) { k = 2; }

  //@ ensures \result == 1;
  private static int f(int x) { return 1; }

  //@ ensures \result == 2;
  static int f(int... x) { return 2; }
}

class Outside {
  static void made() { Inside a = new Inside(1); /*@ assert a.k == 1; @*/ } //~ unsupported

  static void called() { int r = Inside.f(1); /*@ assert r == 1; @*/ } //~ unsupported
}

class Supertypes {
  //@ ensures \result == 1;
  static int a(Comparable<String> x) { return 1; }

  //@ ensures \result == 2;
  static int a(Object... x) { return 2; }

  static void text() { int r = a("x"); /*@ assert r == 2; @*/ } //~ unsupported

  //@ ensures \result == 1;
  static int c(java.io.Serializable x) { return 1; }

  //@ ensures \result == 2;
  static int c(Object... x) { return 2; }

  static void array(int[] x) { int r = c(x); /*@ assert r == 2; @*/ } //~ unsupported
}

class TypeArgument<T> {
  //@ ensures \result == 1;
  int f(T x) { return 1; }

  //@ ensures \result == 2;
  int f(Object... x) { return 2; }

  //@ requires g != null;
  static void number(TypeArgument<String> g) { int r = g.f(1); /*@ assert r == 1; @*/ } //~ unsupported
}
