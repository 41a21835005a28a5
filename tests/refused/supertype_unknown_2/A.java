interface I { /*@ pure @*/ default int g() { return 1; } }
class C implements Ii { /*@ pure @*/ public int g() { return 2; } }
class T { //@ requires i != null;
 static void m(I i) { /*@ assert i.g() == 1; @*/ } }
