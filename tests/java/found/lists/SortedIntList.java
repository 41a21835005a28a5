package found.lists;

/** Keeps its elements in ascending order. */
public class SortedIntList {

  private static class Node {
    private final int key;
    private Node next;

    private Node(int key, Node next) {
      this.key = key;
      this.next = next;
    }
  }

  private Node head;

  public void insert(int key) {
    if (head == null || head.key >= key) {
      head = new Node(key, head);
      return;
    }
    Node n = head;
    while (n.next != null && n.next.key < key) {
      n = n.next;
    }
    n.next = new Node(key, n.next);
  }

  public boolean delete(int key) {
    if (head.key == key) {
      head = head.next;
      return true;
    }
    for (Node n = head; n.next != null; n = n.next) {
      if (n.next.key == key) {
        n.next = n.next.next;
        return true;
      }
    }
    return false;
  }

  public int min() {
    if (head == null) {
      throw new IllegalStateException("empty");
    }
    return head.key;
  }

  public int length() {
    return length(head);
  }

  private static int length(Node n) {
    return n == null ? 0 : 1 + length(n.next);
  }
}
