record P(int x) { static Object o = new @N({1}) A() { int f() { return 2; } };
 static Object p = new Q(new int[]{1}) { }; }
class Q extends A { Q(int[] a) { } int f() { return 3; } }
