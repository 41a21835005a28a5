package found.lists;

/** A queue in a ring buffer. */
public class IntQueue {
  private final int[] ring;
  private int first;
  private int count;

  public IntQueue(int capacity) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("capacity: " + capacity);
    }
    ring = new int[capacity];
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public boolean isFull() {
    return count == ring.length;
  }

  public void enqueue(int value) {
    if (isFull()) {
      throw new IllegalStateException("queue is full");
    }
    int last = (first + count) % ring.length;
    ring[last] = value;
    count++;
  }

  public int dequeue() {
    if (isEmpty()) {
      throw new IllegalStateException("queue is empty");
    }
    int value = ring[first];
    first = (first + 1) % ring.length;
    count--;
    return value;
  }

  public int peek() {
    return ring[first];
  }

  public static void main(String[] args) {
    IntQueue q = new IntQueue(2);
    q.enqueue(1);
    q.enqueue(2);
    System.out.println(q.dequeue() + q.dequeue());
  }
}
