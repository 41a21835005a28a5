// The value of a refused field might make the text of an object.
// verified: E.toString, R.t, M.main
// unknown: M.f
class K { static int k; }
enum E { A;
  //@ requires acc(K.k);
  //@ ensures acc(K.k);
  public String toString() { K.k = 1; return "e"; }
}
class R { static final String S = "a" + E.A; static void t() { } }
class M {
  //@ requires acc(K.k) * K.k == 0;
  //@ ensures acc(K.k) * K.k == 0;
  static void f() { R.t(); }
  public static void main(String[] args) { K.k = 0; f(); }
}
