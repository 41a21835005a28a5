class U {
  int n;
  //@ requires a != null && acc(n);
  //@ ensures acc(n) * n == 1;
  void sets(A a) { int k = 1 + ; n = k; }
  int other() { A a = new A(); return 2; }
  static class Inner { static int g() { return 3; } }
}
class V { //@ requires u != null && acc(u.n);
 //@ ensures acc(u.n) * u.n == 1;
 static void v(U u, A a) /*@ requires a != null; @*/ { u.sets(a); } }
