class T { //@ requires a != null;
 static void m(Foo a) { assert a.f() == 1; } }
