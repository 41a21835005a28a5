class U { //@ requires c != null && d != null;
 static void m(C c, D d) { /*@ assert c.f() == 1; @*/ }
 //@ requires d != null;
 static void n(D d) { /*@ assert d.f() == 1; @*/ } }
