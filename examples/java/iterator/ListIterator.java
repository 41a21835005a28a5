/** Takes a list apart, from its front. */
public class ListIterator implements IntIterator {
  private Node node;

  //@ predicate valid() { return acc(node) * (node != null ==> node.list()); }

  //@ requires node != null ==> node.list();
  //@ ensures valid() * rest() == (node == null ? [] : old(node.items()));
  public ListIterator(Node node) {
    this.node = node;
  }

  //@ ghost pure seq<int> rest() { return node == null ? [] : node.items(); }

  @Override
  public boolean hasNext() {
    return node != null;
  }

  @Override
  public int next() {
    int v = node.value;
    node = node.next;
    return v;
  }
}
