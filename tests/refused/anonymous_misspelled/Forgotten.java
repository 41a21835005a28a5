class Forgotten { Forgotten() { } Forgotten(int i) { } /*@ pure @*/ int f() { return 1; } }
