class U { //@ ensures \result == 2;
 static int v() { return 1 /*@ + 1 @*/; }
 static void q() { assert true : "x"; } }
