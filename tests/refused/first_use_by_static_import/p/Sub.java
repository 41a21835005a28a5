package p;
public class Sub extends X { public static int own() { return 2; } }
