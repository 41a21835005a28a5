/**
 * Iterators behind an interface: over an array, over a linked list, and over a range that is stored
 * nowhere. What takes an iterator works with all of them.
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
    // From a list into an array.
    ListIterator items = new ListIterator(new Node(4, new Node(6, null)));
    //@ assert items.rest() == [4, 6];
    int[] a = new int[3];
    int n = Client.copy(items, a);
    check(n == 2 && a[0] == 4 && a[1] == 6);

    // Over the array, while half of it is still here.
    ArrayIterator elements = new ArrayIterator(a);
    check(elements.getArray() == a);
    check(elements.next() == 4);
    check(a[1] == 6);
    //@ elements.release();
    a[2] = 1;

    // Any iterator can be asked for the largest number.
    IntIterator it = new Range(2, 5);
    //@ use Range.numbers(3, 5);
    //@ use Range.numbers(4, 5);
    //@ assert it.rest() == [2, 3, 4];
    int most = Client.largest(it, 0);
    //@ assert 4 <= most;
    check(most == 4);
  }
}
