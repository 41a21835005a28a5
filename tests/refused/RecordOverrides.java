// A record overrides a default method.
// verified: U.v
// unknown: I.g, T.n
// refused: R.g
interface I { /*@ pure @*/ default int g() { return 1; } }
record R(int x) implements I { public int g() { return 2; } }
class T { //@ requires i != null;
 static void n(I i) { /*@ assert i.g() == 1; @*/ } }
class U { int v() { return 2; } }
