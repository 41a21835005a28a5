package found.caches;

/** A hash table with chaining from texts to numbers. */
public class HashTable {

  private static class Node {
    final String key;
    int value;
    Node next;

    Node(String key, int value, Node next) {
      this.key = key;
      this.value = value;
      this.next = next;
    }
  }

  private final Node[] buckets;
  private int size;

  public HashTable(int capacity) {
    buckets = new Node[capacity];
  }

  private int index(String key) {
    return Math.abs(key.hashCode()) % buckets.length;
  }

  public void put(String key, int value) {
    int i = index(key);
    for (Node n = buckets[i]; n != null; n = n.next) {
      if (n.key.equals(key)) {
        n.value = value;
        return;
      }
    }
    buckets[i] = new Node(key, value, buckets[i]);
    size++;
  }

  public int get(String key) {
    Node n = buckets[index(key)];
    while (n != null && !n.key.equals(key)) {
      n = n.next;
    }
    return n.value;
  }

  public boolean remove(String key) {
    int i = index(key);
    Node prev = null;
    for (Node n = buckets[i]; n != null; n = n.next) {
      if (n.key.equals(key)) {
        if (prev == null) {
          buckets[i] = n.next;
        } else {
          prev.next = n.next;
        }
        size--;
        return true;
      }
      prev = n;
    }
    return false;
  }

  public int size() {
    return size;
  }
}
