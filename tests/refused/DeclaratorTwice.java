// A constant that is declared twice, the second time behind another one.
class A { static final int N = 1; static final int M = 0, N = 2; }
class T { static void m() { /*@ assert A.N == 1; @*/ } }
// unknown: T.m
