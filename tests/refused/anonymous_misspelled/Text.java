class Text { Text() { } Text(int i) { } /*@ pure @*/ int f() { return 1; } }
