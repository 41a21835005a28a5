class Brace { Brace() { } Brace(int i) { } /*@ pure @*/ int f() { return 1; } }
