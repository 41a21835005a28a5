package p; class User { //@ requires n != null;
 static void m(Node n) { /*@ assert n.f() == 1; @*/ } }
