package p;
public class Y { static Object N = new Bad(); public static int s() { return 1; } }
