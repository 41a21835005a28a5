package found.lists;

/** A list that can be walked in both directions. */
public class DoublyLinkedList {

  static class Node {
    String text;
    Node previous;
    Node next;
  }

  private final Node sentinel = new Node();
  private int length;

  public DoublyLinkedList() {
    sentinel.next = sentinel;
    sentinel.previous = sentinel;
  }

  public Node append(String text) {
    if (text == null) {
      throw new NullPointerException("text");
    }
    Node node = new Node();
    node.text = text;
    node.previous = sentinel.previous;
    node.next = sentinel;
    sentinel.previous.next = node;
    sentinel.previous = node;
    length++;
    return node;
  }

  public void remove(Node node) {
    node.previous.next = node.next;
    node.next.previous = node.previous;
    length--;
  }

  public Node find(String text) {
    Node n = sentinel.next;
    while (n != sentinel) {
      if (n.text.equals(text)) {
        return n;
      }
      n = n.next;
    }
    return null;
  }

  public int length() {
    return length;
  }
}
