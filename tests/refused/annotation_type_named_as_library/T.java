class T { //@ ensures \result == 2147483647;
 static int m() { return Integer.MAX_VALUE; } }
