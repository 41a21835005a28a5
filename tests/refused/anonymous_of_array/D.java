clas D extend C<int[]> { /*@ pure @*/ int f() { return 2; } }
