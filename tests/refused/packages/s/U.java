package s; class U { //@ ensures \result == 2;
 int v() { return 2; } }
