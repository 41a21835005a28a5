public class Queue {
  private int size;
  private final int[] items;

  public Queue(int capacity) {
    items = new int[capacity];
  }

  public int sum(int most) {
    int sum = 0;
    for (int i = 0; i < most && i < size; i++) {
      sum += items[i];
    }
    return sum;
  }

  //@ requires low <= high;
  //@ ensures low <= result && result <= high;
  static int clamp(int n, int low, int high) {
    if (n < low) {
      return low;
    }
    return n > high ? high : n;
  }
}
