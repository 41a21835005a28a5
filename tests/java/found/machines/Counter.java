package found.machines;

/** Counts visitors, also from several threads. */
public class Counter {
  private static int instances;
  private final Object lock = new Object();
  private int count;

  public Counter() {
    instances++;
  }

  public void increment() {
    synchronized (lock) {
      count++;
    }
  }

  public synchronized int get() {
    return count;
  }

  public void reset() {
    count = 0;
  }

  public static int instances() {
    return instances;
  }
}
