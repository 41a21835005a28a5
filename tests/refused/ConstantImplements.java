// A constant of an `enum` overrides a default method of an interface.
interface I { /*@ pure @*/ default int g() { return 1; } }
enum F implements I { R, S { public int g() { return 2; } } }
class T { //@ requires i != null;
 static void n(I i) { /*@ assert i.g() == 1; @*/ } }
class U { static int v() { return 2; } }
// verified: U.v
// unknown: I.g, T.n
