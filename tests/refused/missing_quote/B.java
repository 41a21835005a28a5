class B extends A { char c = 'x; 
 /*@ pure @*/ int f() { return 2; } }
