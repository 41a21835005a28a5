// The text of an object depends on `hashCode`, which is not named.
class A { public int hashCode(Nope n) { return 1; } }
class T { /*@ requires a != null; ensures \result != null; @*/ static String p(A a) { return a.toString(); } }
// unknown: T.p
// refused: A.hashCode
