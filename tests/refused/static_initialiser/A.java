class A3 { static int s; }
class C2 { //@ requires acc(A3.s); ensures acc(A3.s);
 static void bump() { A3.s = 5; } }
enum B { X; static { C2.bump(); } static void touch() { } }
class D { static void touch() { B.touch(); } }
class T { public static void main(String[] args) { D.touch(); /*@ assert A3.s == 0; @*/ } }
