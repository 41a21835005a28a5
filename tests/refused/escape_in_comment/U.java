class U { //@ ensures \result == 2;
 int v() { String s = "a"; return 2; } }
