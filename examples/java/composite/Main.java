/**
 * The composite pattern: a tree in which one can hold any node and change it, while the nodes above
 * keep what they say of the whole.
 */
public final class Main {
  /** Fails at run time if it is wrong. Its contract shows that it never is. */
  //@ requires ok;
  private static void check(boolean ok) {
    if (!ok) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) {
    // A root with two children, one of which has a child.
    Node root = new Node(1);
    Node a = root.addLeft(10);
    //@ a.up();
    check(root.getLeft() == a);
    check(root.getSum() <= 11);
    //@ assert root.getSum() + root.around() == 11;
    Node b = root.addRight(20);
    Node c = b.addLeft(300);
    check(c.getSum() == 300);
    //@ assert c.around() == 31;

    // A value far down is changed: the root knows of it.
    c.setValue(400);
    check(c.getSum() == 400);
    //@ c.toRoot();
    check(root.getSum() == 431);
  }
}
