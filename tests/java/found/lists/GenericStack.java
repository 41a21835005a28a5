package found.lists;

import java.util.EmptyStackException;

/**
 * A stack of anything, as a linked list.
 *
 * @param <T> the type of the elements
 */
public class GenericStack<T> {

  private static class Node<T> {
    final T item;
    final Node<T> below;

    Node(T item, Node<T> below) {
      this.item = item;
      this.below = below;
    }
  }

  private Node<T> top;
  private int depth;

  public void push(T item) {
    top = new Node<>(item, top);
    depth++;
  }

  public T pop() {
    if (isEmpty()) {
      throw new EmptyStackException();
    }
    T item = top.item;
    top = top.below;
    depth--;
    return item;
  }

  public T peek() {
    return top.item;
  }

  public boolean isEmpty() {
    return top == null;
  }

  public int depth() {
    return depth;
  }

  public static void main(String[] args) {
    GenericStack<String> stack = new GenericStack<>();
    stack.push("a");
    stack.push("b");
    String s = stack.pop();
    System.out.println(s + s.length());
  }
}
