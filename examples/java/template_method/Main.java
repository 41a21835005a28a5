/**
 * The template method pattern. What `Fold.run` computes depends on the subclass; each shows by a
 * lemma what it comes to.
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
    int[] a = {6, 5, 9};

    Sum sum = new Sum();
    int n = sum.run(a);
    //@ assert a[..] == [6, 5, 9];
    //@ sum.meaning([6, 5, 9]);
    //@ use Sum.of([6, 5]);
    //@ use Sum.of([6]);
    //@ use Sum.of([]);
    check(n == 20);

    Largest largest = new Largest(0);
    n = largest.run(a);
    //@ largest.meaning([6, 5, 9]);
    check(n == 9);

    Multiples multiples = new Multiples(3);
    n = multiples.run(a);
    //@ multiples.meaning([6, 5, 9]);
    //@ use Multiples.count([6, 5], 3);
    //@ use Multiples.count([6], 3);
    check(n == 2);
  }
}
