/**
 * The strategy pattern. The contract of `choose` speaks of the order's `rank`, whatever that is;
 * who knows the class of the order learns from it what was chosen.
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
    int[] a = {3, 8, -2, 5};

    Largest largest = new Largest();
    Chooser chooser = new Chooser(largest);
    int i = chooser.choose(a);
    check(i == 1);

    Smallest smallest = new Smallest();
    chooser.setOrder(smallest);
    i = chooser.choose(a);
    check(i == 2);

    Closest closest = new Closest(4);
    chooser.setOrder(closest);
    closest.move(6);
    i = chooser.choose(a);
    check(a[i] == 5);
  }
}
