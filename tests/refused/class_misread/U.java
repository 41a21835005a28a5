class U {
  int = 3;
  A a = new A();
  static int g(A a) throws E { return A.class == null ? a.f() : (int) (A) a; }
}
