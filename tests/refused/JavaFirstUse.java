// What is refused might end with any exception, and the first use of a class might run it.
// verified: FirstUse.writes, FirstUse.other, K.static, K.h, M.h, L.h, N.side, N.h
// failed: FirstUse.block, M.static
// unknown: FirstUse.value, FirstUse.called, FirstUse.callee
// refused: FirstUse.z
class FirstUse {
  static int n;

  static class K { static { Integer.parseInt("x"); } static int h() { return 1; } }
  static class M { static { n = 5; } static void h() { } }
  static class L { static int z = 0; static int d = 1 / z; static int h() { return 1; } }
  static class N { static int d = side(); static int side() /*@ requires acc(n); @*/ { n = 5; return 1; } static void h() { } }
  static void z() { Object c = String.class; Integer.parseInt("x"); }

  //@ ensures \result == 0;
  static int block() { try { K.h(); return 0; } catch (Throwable t) { return 7; } }

  //@ requires acc(n) * n == 1;
  //@ ensures acc(n) * n == 1;
  static void writes() { M.h(); }

  //@ ensures \result == 0;
  static int value() { try { L.h(); return 0; } catch (Error t) { return 7; } }

  //@ requires acc(n) * n == 1;
  //@ ensures acc(n) * n == 1;
  static void called() { N.h(); }

  //@ ensures \result == 0;
  static int callee() { try { z(); return 0; } catch (RuntimeException e) { return 7; } }

  static int other() { return 1; }
}
