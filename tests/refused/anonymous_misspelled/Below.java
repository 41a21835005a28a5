class Below { Below() { } Below(int i) { } /*@ pure @*/ int f() { return 1; } }
