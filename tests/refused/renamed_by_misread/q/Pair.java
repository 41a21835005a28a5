package q; public class Pair {
 //@ ensures \result == 3;
 public static int g() { return 3; } }
