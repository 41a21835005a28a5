package p;
public class X { static int q = O.set(); public static int r() { return 1; } public static final int K = Integer.parseInt("3");
  public static class In { public static int t() { return r(); } } }
