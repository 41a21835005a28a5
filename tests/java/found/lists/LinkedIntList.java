package found.lists;

import java.util.NoSuchElementException;

/** A singly linked list of numbers. */
public class LinkedIntList {

  private static class Node {
    int value;
    Node next;

    Node(int value) {
      this.value = value;
    }
  }

  private Node head;
  private Node tail;
  private int size;

  public void add(int value) {
    Node node = new Node(value);
    if (head == null) {
      head = node;
    } else {
      tail.next = node;
    }
    tail = node;
    size++;
  }

  public void addFirst(int value) {
    Node node = new Node(value);
    node.next = head;
    head = node;
    size++;
  }

  public int get(int index) {
    if (index < 0 || index > size) {
      throw new IndexOutOfBoundsException("index: " + index);
    }
    Node n = head;
    for (int i = 0; i < index; i++) {
      n = n.next;
    }
    return n.value;
  }

  public int removeFirst() {
    if (head == null) {
      throw new NoSuchElementException("list is empty");
    }
    int value = head.value;
    head = head.next;
    size--;
    return value;
  }

  public boolean contains(int value) {
    for (Node n = head; n != null; n = n.next) {
      if (n.value == value) {
        return true;
      }
    }
    return false;
  }

  public void reverse() {
    Node prev = null;
    Node current = head;
    while (current != null) {
      Node next = current.next;
      current.next = prev;
      prev = current;
      current = next;
    }
    head = prev;
  }

  public int size() {
    return size;
  }

  public static void main(String[] args) {
    LinkedIntList list = new LinkedIntList();
    list.add(1);
    list.add(2);
    list.reverse();
    System.out.println(list.get(0) + " of " + list.size());
  }
}
