class T { //@ requires a != null;
 static void m(A a) { /*@ assert a.f() == 1; @*/ } }
