// A class that cannot be read has the name of a library's class.
clas String { int length() { return 7; } }
class T { //@ requires s != null; ensures \result == s.length();
 static int m(String s) { return s.length(); } }
class U { int v() { return 2; } }
// refused: T.m, U.v
