/** Knows a `Sink` only, and not what stands before what. */
public final class Client {
  //@ requires s.valid() * |s.content()| < 999998 && n < 100;
  //@ ensures s.valid() * s.content() == old(s.content()) ++ [n, n + 1, n + 2];
  public static void three(Sink s, int n) {
    s.put(n);
    s.put(n + 1);
    s.put(n + 2);
  }
}
