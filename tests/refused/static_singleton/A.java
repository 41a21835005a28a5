class A3 { static int s; }
class B { static final B I = new B(); B() /*@ requires acc(A3.s); @*/ { A3.s = 5; } static void touch() { } }
class D { static void touch() { B.touch(); } }
class T { public static void main(String[] args) { D.touch(); /*@ assert A3.s == 0; @*/ } }
