class B extends \u0041 { /*@ pure @*/ int f() { return 2; } }
