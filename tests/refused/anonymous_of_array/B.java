class B { Object o = new A<int[]>() { /*@ pure @*/ int f() { return 2; } }; int[] a = new int[3]; }
