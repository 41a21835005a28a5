// A constant of an `enum` cannot be read: the others are not all there are.
// refused: T.m, T.m2, U.v
enum E { A, B, 7C }
class H { E e; }
class T { 
//@ requires acc(h.e, 1/2) && h.e != null; ensures false;
 static void m(H h) { switch (h.e) { case A: return; case B: return; } } 
//@ requires h.e != E.A && h.e != E.B && h.e != null && acc(h.e, 1/2); ensures false;
 static void m2(H h) { } }
class U { int v() { return 2; } }
