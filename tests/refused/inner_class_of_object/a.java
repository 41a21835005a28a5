class Box { /*@ pure @*/ int f() { return 1; } }
class K { K k; void k() { Object a = k.new Box() { int f() { return 2; } }; } }
class T { //@ requires a != null;
 static void m(Box a) { /*@ assert a.f() == 1; @*/ } }
