recor Sub(int x) extends Below { /*@ pure @*/ int f() { return 2; } }
