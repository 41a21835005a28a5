/**
 * A node of a binary tree. It stores the sum of all values in its subtree, and knows its parent. One
 * can hold any node and change it: the sums of the nodes above follow.
 *
 * <p>The tree is described from the node that one holds, in two parts: `tree()` is the subtree of
 * the node, itself included, and `context()` all the rest, from the parent on. They share the
 * node's `sum` and `parent`, of which each has one half. Lemmas move to another node of the same
 * tree: that changes what belongs to which part, but not the tree.
 *
 * <p>No value is negative, so that no sum is larger than that of the whole tree, `getSum() +
 * around()`: where that fits in an `int`, all do.
 */
public class Node {
  private int value;
  private int sum;
  private Node parent;
  private Node left;
  private Node right;

  /*@ predicate tree() {
    @   return acc(value) * acc(left) * acc(right) * acc(sum, 1/2) * acc(parent, 1/2) *
    @     kid(left) * kid(right) *
    @     0 <= value * sum == value + kidSum(left) + kidSum(right);
    @ }
    @*/

  // The subtree of a child, if there is one.
  /*@ predicate kid(Node c) {
    @   return c != null ==>
    @     acc(c.sum, 1/2) * acc(c.parent, 1/2) * c.parent == this * 0 <= c.sum * c.tree();
    @ }
    @*/

  //@ requires kid(c);
  //@ ensures 0 <= \result;
  private /*@ pure @*/ int kidSum(Node c) {
    return c == null ? 0 : c.sum;
  }

  // Of the parent all but its subtree `this`, and the parent's context.
  /*@ predicate context() {
    @   return acc(sum, 1/2) * acc(parent, 1/2) * (parent != null ==>
    @     acc(parent.value) * acc(parent.left) * acc(parent.right) *
    @     acc(parent.sum, 1/2) * acc(parent.parent, 1/2) *
    @     (parent.left == this || parent.right == this) *
    @     parent.kid(other(parent.left, parent.right)) *
    @     0 <= parent.value *
    @     parent.sum == parent.value + sum + parent.kidSum(other(parent.left, parent.right)) *
    @     parent.context());
    @ }
    @*/

  /** The one of two children that is not `this`. */
  private /*@ pure @*/ Node other(Node l, Node r) {
    return l == this ? r : l;
  }

  /** A tree of its own. */
  //@ requires 0 <= value;
  //@ ensures tree() * context() * getValue() == value && getSum() == value;
  //@ ensures getParent() == null && getLeft() == null && getRight() == null;
  //@ ensures around() == 0 && root() == this;
  public Node(int value) {
    this.value = value;
    sum = value;
    //@ close kid(null);
  }

  // `context()` has one half of `sum`, too: `opening` says which one is meant.
  //@ requires tree();
  public /*@ pure @*/ int getSum() {
    return /*@ opening tree() in @*/ sum;
  }

  //@ requires tree();
  //@ ensures 0 <= \result;
  public /*@ pure @*/ int getValue() {
    return value;
  }

  //@ requires tree();
  public /*@ pure @*/ Node getParent() {
    return /*@ opening tree() in @*/ parent;
  }

  //@ requires tree();
  public /*@ pure @*/ Node getLeft() {
    return left;
  }

  //@ requires tree();
  public /*@ pure @*/ Node getRight() {
    return right;
  }

  // The sum of all values outside of this subtree.
  /*@ requires context();
    @ ensures 0 <= \result;
    @ ghost pure int around() {
    @   return parent == null ? 0
    @     : parent.value + parent.kidSum(other(parent.left, parent.right)) + parent.around();
    @ }
    @*/

  //@ requires context();
  //@ ghost pure Node root() { return parent == null ? this : parent.root(); }

  // The parent's children.
  //@ requires context();
  //@ ghost pure Node parentLeft() { return parent == null ? null : parent.left; }

  //@ requires context();
  //@ ghost pure Node parentRight() { return parent == null ? null : parent.right; }

  /*@ requires context();
    @ ensures 0 <= \result;
    @ ghost pure int depth() { return parent == null ? 0 : 1 + parent.depth(); }
    @*/

  /** Changes the value of this node, and with it the sums of all above. */
  //@ requires tree() * context() * 0 <= v;
  //@ requires getSum() - getValue() + v + around() <= Integer.MAX_VALUE;
  //@ ensures tree() * context() * around() == old(around()) && root() == old(root());
  //@ ensures getValue() == v && getSum() == old(getSum() - getValue()) + v;
  //@ ensures parentLeft() == old(parentLeft()) && parentRight() == old(parentRight());
  //@ ensures getParent() == old(getParent());
  //@ ensures getLeft() == old(getLeft()) && getRight() == old(getRight());
  public void setValue(int v) {
    int by = v - value;
    value = v;
    grow(by);
  }

  /** A new child to the left: it is what is held then. */
  //@ requires tree() * context() * getLeft() == null && 0 <= v;
  //@ requires getSum() + around() + v <= Integer.MAX_VALUE;
  //@ ensures \result.tree() * \result.context() * \result.root() == old(root());
  //@ ensures \result.getValue() == v && \result.getSum() == v && \result.getParent() == this;
  //@ ensures \result.getLeft() == null && \result.getRight() == null;
  //@ ensures \result.parentLeft() == \result && \result.parentRight() == old(getRight());
  //@ ensures \result.around() == old(getSum() + around());
  public Node addLeft(int v) {
    Node c = new Node(v);
    //@ open c.tree();
    c.parent = this;
    left = c;
    grow(v);
    return c;
  }

  /** A new child to the right: it is what is held then. */
  //@ requires tree() * context() * getRight() == null && 0 <= v;
  //@ requires getSum() + around() + v <= Integer.MAX_VALUE;
  //@ ensures \result.tree() * \result.context() * \result.root() == old(root());
  //@ ensures \result.getValue() == v && \result.getSum() == v && \result.getParent() == this;
  //@ ensures \result.getLeft() == null && \result.getRight() == null;
  //@ ensures \result.parentRight() == \result && \result.parentLeft() == old(getLeft());
  //@ ensures \result.around() == old(getSum() + around());
  public Node addRight(int v) {
    Node c = new Node(v);
    //@ open c.tree();
    c.parent = this;
    right = c;
    grow(v);
    return c;
  }

  /** The sum of this subtree grows, and with it those of all nodes above. */
  //@ requires acc(sum, 1/2) * context();
  //@ requires 0 <= sum + by && sum + by + around() <= Integer.MAX_VALUE;
  //@ ensures acc(sum, 1/2) * context() * sum == old(sum) + by;
  //@ ensures around() == old(around()) && root() == old(root());
  //@ ensures parentLeft() == old(parentLeft()) && parentRight() == old(parentRight());
  private void grow(int by) {
    sum += by;
    if (parent != null) {
      parent.grow(by);
    }
  }

  // From a child to its parent. Each of the two has one half of what they share: where both halves
  // come together, they agree.
  /*@ requires tree() * context() * getParent() != null;
    @ ensures let p := old(getParent()) in
    @   p.tree() * p.context() * p.root() == old(root()) * p.depth() < old(depth()) *
    @   p.getLeft() == old(parentLeft()) * p.getRight() == old(parentRight()) *
    @   p.getSum() + p.around() == old(getSum() + around());
    @ lemma void up() {
    @   Node p = getParent();
    @   use around();
    @   if (p.left == this) { close p.tree(); } else { close p.tree(); }
    @ }
    @*/

  // From the parent to a child.
  /*@ requires tree() * context() * getLeft() != null;
    @ ensures let c := old(getLeft()) in
    @   c.tree() * c.context() * c.getParent() == this * c.root() == old(root()) *
    @   c.getSum() + c.around() == old(getSum() + around());
    @ lemma void toLeft() { }
    @*/

  /*@ requires tree() * context() * getRight() != null;
    @ ensures let c := old(getRight()) in
    @   c.tree() * c.context() * c.getParent() == this * c.root() == old(root()) *
    @   c.getSum() + c.around() == old(getSum() + around());
    @ lemma void toRight() { if (left == right) { open kid(left); } }
    @*/

  // From any node to the root: what is stored there is the sum of all values.
  /*@ requires tree() * context();
    @ ensures let r := old(root()) in
    @   r.tree() * r.context() * r.getParent() == null *
    @   r.getSum() == old(getSum() + around());
    @ decreases depth();
    @ lemma void toRoot() {
    @   Node p = getParent();
    @   if (p != null) {
    @     up();
    @     p.toRoot();
    @   }
    @ }
    @*/
}
