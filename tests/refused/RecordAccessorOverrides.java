// What reads a component of a record overrides a default method, without being written.
interface I { /*@ pure @*/ default int g() { return 1; } }
record R(int g) implements I { }
class T { //@ requires i != null;
 static void n(I i) { /*@ assert i.g() == 1; @*/ } }
class U { static int v() { return 2; } }
// verified: U.v
// unknown: I.g, T.n
