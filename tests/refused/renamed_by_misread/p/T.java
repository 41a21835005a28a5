package p; import q.*; class T {
 //@ ensures \result == 3;
 static int m() { return Pair.g(); }
 static int n() { return 1; } }
