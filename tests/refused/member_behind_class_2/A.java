class P { static final int M = 1; }
class T { static void m() { /*@ assert D.M == 1; @*/ } }
class D extends P { } static final int M = 2;
