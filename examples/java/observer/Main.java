/**
 * The observer pattern. `set` tells all observers the new value before it returns. What an observer
 * does with it is its own affair; the subject knows only that `seen()` is then what it was told.
 */
public final class Main {
  /** Fails at run time if it is wrong. Its contract shows that it never is. */
  //@ requires ok;
  private static void check(boolean ok) {
    if (!ok) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) {
    Subject s = new Subject();
    Display d = new Display();
    Statistics t = new Statistics();
    s.set(3);
    s.register(d);
    s.register(t);

    s.set(7);
    //@ assert s.observers() == [t, d];
    //@ assert s.told() == [7, 7];

    s.set(5);
    Observer o = s.unregister();
    check(o == t);
    check(t.seen() == 5 && 5 <= t.getLargest());

    // `t` is not told any more, `d` is.
    s.set(1);
    check(t.seen() == 5);
    o = s.unregister();
    check(o == d);
    check(d.seen() == 1);
    //@ assert s.observers() == [];
  }
}
