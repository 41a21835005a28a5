/**
 * The decorator pattern. A decorator is a sink that stands before another sink: it passes on what
 * comes, and does something in addition. Decorators can be stacked in any order, since each keeps
 * what a `Sink` promises: each number that is put is appended to `content()`.
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
    Memory memory = new Memory();
    memory.put(7);

    Counting counting = new Counting(memory);
    counting.put(2);
    counting.put(9);
    check(counting.getCount() == 2);
    //@ assert counting.content() == [7, 2, 9];

    // Without the decorator the memory is there again, with all that has passed.
    Sink s = counting.unwrap();
    check(s == memory);
    check(memory.get(2) == 9);

    // Decorators before decorators.
    Peak peak = new Peak(new Counting(memory), 0);
    peak.put(5);
    peak.put(3);
    check(peak.getPeak() == 5);
    //@ assert peak.content() == [7, 2, 9, 5, 3];

    // Who knows a `Sink` only need not know what stands before what.
    Sink stack = new Peak(new Decorator(peak), 100);
    Client.three(stack, 1);
    //@ assert stack.content() == [7, 2, 9, 5, 3, 1, 2, 3];
  }
}
