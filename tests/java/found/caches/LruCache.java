package found.caches;

/** A cache that drops what was not used for the longest time. */
public class LruCache {

  private static class Node {
    final int key;
    int value;
    Node prev;
    Node next;

    Node(int key, int value) {
      this.key = key;
      this.value = value;
    }
  }

  private final Node head = new Node(0, 0);
  private final Node tail = new Node(0, 0);
  private final int capacity;
  private int size;

  public LruCache(int capacity) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("capacity");
    }
    this.capacity = capacity;
    head.next = tail;
    tail.prev = head;
  }

  public int get(int key) {
    Node n = find(key);
    if (n == null) {
      return -1;
    }
    unlink(n);
    addFirst(n);
    return n.value;
  }

  public void put(int key, int value) {
    Node n = find(key);
    if (n != null) {
      n.value = value;
      return;
    }
    if (size == capacity) {
      unlink(tail.prev);
      size--;
    }
    addFirst(new Node(key, value));
    size++;
  }

  private Node find(int key) {
    for (Node n = head.next; n != tail; n = n.next) {
      if (n.key == key) {
        return n;
      }
    }
    return null;
  }

  private void unlink(Node n) {
    n.prev.next = n.next;
    n.next.prev = n.prev;
  }

  private void addFirst(Node n) {
    n.next = head.next;
    n.prev = head;
    head.next.prev = n;
    head.next = n;
  }
}
