// Which member Java chooses can hang on type arguments, which are not known here.
import java.util.ArrayList;
import java.util.List;

class P {}

class Box<X> {}

class A {
  //@ ensures \result == 1;
  static int f(Object o) { return 1; }

  //@ ensures \result == 2;
  static int f(List<String> o) { return 2; }

  //@ ensures \result == 2;
  static int list(ArrayList<P> l) { return f(l); } //~ unsupported

  //@ ensures \result == 2;
  static int any(List<?> l) { return f(l); } //~ unsupported
}

class S {
  S(Object o) {}

  S(Box<String> b) {}
}

class T extends S {
  T(Box<P> b) { super(b); } //~ unsupported
}
