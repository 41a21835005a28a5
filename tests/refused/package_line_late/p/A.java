package p; public class A { /*@ pure @*/ public int f() { return 1; } }
