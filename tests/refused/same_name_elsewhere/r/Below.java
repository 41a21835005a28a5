package r; record P(int x) { } class Below extends p . Node { /*@ pure @*/ public int f() { return 2; } }
