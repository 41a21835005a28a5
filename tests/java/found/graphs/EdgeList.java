package found.graphs;

/** Edges in a linked list. */
public class EdgeList {

  private static class Node {
    final int from;
    final int to;
    final int weight;
    final Node next;

    Node(int from, int to, int weight, Node next) {
      this.from = from;
      this.to = to;
      this.weight = weight;
      this.next = next;
    }

    boolean isLoop() {
      return from == to;
    }
  }

  private Node first;
  private int edges;

  public void add(int from, int to, int weight) {
    if (from < 0 || to < 0) {
      throw new IllegalArgumentException("negative node");
    }
    first = new Node(from, to, weight, first);
    edges++;
  }

  public int totalWeight() {
    int total = 0;
    for (Node n = first; n != null; n = n.next) {
      total += n.weight;
    }
    return total;
  }

  public int lightest() {
    int min = first.weight;
    for (Node n = first.next; n != null; n = n.next) {
      if (n.weight < min) {
        min = n.weight;
      }
    }
    return min;
  }

  public int averageWeight() {
    return totalWeight() / edges;
  }

  public boolean hasLoop() {
    Node n = first;
    while (n != null) {
      if (n.isLoop()) {
        return true;
      }
      n = n.next;
    }
    return false;
  }
}
