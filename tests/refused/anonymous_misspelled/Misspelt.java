class Misspelt { Misspelt() { } Misspelt(int i) { } /*@ pure @*/ int f() { return 1; } }
