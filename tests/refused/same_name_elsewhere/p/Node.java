package p; public class Node { /*@ pure @*/ public int f() { return 1; } }
