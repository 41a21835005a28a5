/**
 * A node of a binary tree. It stores the largest value in its subtree, and knows its parent. One
 * can hold any node and change it: what the nodes above store follows.
 *
 * <p>The tree is described from the node that one holds, in two parts: `tree()` is the subtree of
 * the node, itself included, and `context()` all the rest, from the parent on. They share the
 * node's `most` and `parent`, of which each has one half. Lemmas move to another node of the same
 * tree: that changes what belongs to which part, but not the tree.
 */
public class Node {
  private int value;
  private int most;
  private Node parent;
  private Node left;
  private Node right;

  /*@ predicate tree() {
    @   return acc(value) * acc(left) * acc(right) * acc(most, 1/2) * acc(parent, 1/2) *
    @     kid(left) * kid(right) *
    @     most == Node.max(value, Node.max(kidMost(left), kidMost(right)));
    @ }
    @*/

  // The subtree of a child, if there is one.
  /*@ predicate kid(Node c) {
    @   return c != null ==> acc(c.most, 1/2) * acc(c.parent, 1/2) * c.parent == this * c.tree();
    @ }
    @*/

  //@ requires kid(c);
  private /*@ pure @*/ int kidMost(Node c) {
    return c == null ? Integer.MIN_VALUE : c.most;
  }

  private static /*@ pure @*/ int max(int a, int b) {
    return a < b ? b : a;
  }

  // Of the parent all but its subtree `this`, and the parent's context.
  /*@ predicate context() {
    @   return acc(most, 1/2) * acc(parent, 1/2) * (parent != null ==>
    @     acc(parent.value) * acc(parent.left) * acc(parent.right) *
    @     acc(parent.most, 1/2) * acc(parent.parent, 1/2) *
    @     (parent.left == this || parent.right == this) *
    @     parent.kid(other(parent.left, parent.right)) *
    @     parent.most == Node.max(parent.value,
    @       Node.max(most, parent.kidMost(other(parent.left, parent.right)))) *
    @     parent.context());
    @ }
    @*/

  /** The one of two children that is not `this`. */
  private /*@ pure @*/ Node other(Node l, Node r) {
    return l == this ? r : l;
  }

  /** A tree of its own. */
  //@ ensures tree() * context() * getValue() == value && getMost() == value;
  //@ ensures getParent() == null && getLeft() == null && getRight() == null;
  //@ ensures getBelow() == Integer.MIN_VALUE;
  //@ ensures around() == Integer.MIN_VALUE && root() == this;
  public Node(int value) {
    this.value = value;
    most = value;
  }

  // Of the two halves, `opening` says which one is meant.
  //@ requires tree();
  public /*@ pure @*/ int getMost() {
    return /*@ opening tree() in @*/ most;
  }

  //@ requires tree();
  public /*@ pure @*/ int getValue() {
    return value;
  }

  // The largest value in the subtrees of the children.
  //@ requires tree();
  //@ ghost pure int getBelow() { return Node.max(kidMost(left), kidMost(right)); }

  //@ requires tree();
  public /*@ pure @*/ Node getParent() {
    return parent;
  }

  //@ requires tree();
  public /*@ pure @*/ Node getLeft() {
    return left;
  }

  //@ requires tree();
  public /*@ pure @*/ Node getRight() {
    return right;
  }

  // The largest value outside of this subtree.
  /*@ requires context();
    @ ensures Integer.MIN_VALUE <= \result && \result <= Integer.MAX_VALUE;
    @ ghost pure int around() {
    @   return parent == null ? Integer.MIN_VALUE
    @     : Node.max(Node.max(parent.value, parent.kidMost(other(parent.left, parent.right))),
    @         parent.around());
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

  /** Changes the value of this node, and with it what all above store. */
  //@ requires tree() * context();
  //@ ensures tree() * context() * around() == old(around()) && root() == old(root());
  //@ ensures getValue() == v && getBelow() == old(getBelow());
  //@ ensures getMost() == Node.max(v, getBelow());
  //@ ensures parentLeft() == old(parentLeft()) && parentRight() == old(parentRight());
  //@ ensures getParent() == old(getParent());
  //@ ensures getLeft() == old(getLeft()) && getRight() == old(getRight());
  public void setValue(int v) {
    value = v;
    update(max(v, max(kidMost(left), kidMost(right))));
  }

  /** A new child to the left: it is what is held then. */
  //@ requires tree() * context() * getLeft() == null;
  //@ ensures \result.tree() * \result.context() * \result.root() == old(root());
  //@ ensures \result.getValue() == v && \result.getMost() == v && \result.getParent() == this;
  //@ ensures \result.getBelow() == Integer.MIN_VALUE;
  //@ ensures \result.getLeft() == null && \result.getRight() == null;
  //@ ensures \result.parentLeft() == \result && \result.parentRight() == old(getRight());
  //@ ensures \result.around() == old(Node.max(getMost(), around()));
  public Node addLeft(int v) {
    Node c = new Node(v);
    //@ open c.tree();
    c.parent = this;
    left = c;
    update(max(most, v));
    return c;
  }

  /** A new child to the right: it is what is held then. */
  //@ requires tree() * context() * getRight() == null;
  //@ ensures \result.tree() * \result.context() * \result.root() == old(root());
  //@ ensures \result.getValue() == v && \result.getMost() == v && \result.getParent() == this;
  //@ ensures \result.getBelow() == Integer.MIN_VALUE;
  //@ ensures \result.getLeft() == null && \result.getRight() == null;
  //@ ensures \result.parentRight() == \result && \result.parentLeft() == old(getLeft());
  //@ ensures \result.around() == old(Node.max(getMost(), around()));
  public Node addRight(int v) {
    Node c = new Node(v);
    //@ open c.tree();
    c.parent = this;
    right = c;
    update(max(most, v));
    return c;
  }

  /** The largest value of this subtree is another one now, here and in all nodes above. */
  //@ requires acc(most, 1/2) * context();
  //@ ensures acc(most, 1/2) * context() * most == m;
  //@ ensures around() == old(around()) && root() == old(root());
  //@ ensures parentLeft() == old(parentLeft()) && parentRight() == old(parentRight());
  private void update(int m) {
    most = m;
    if (parent != null) {
      Node sibling = other(parent.left, parent.right);
      parent.update(max(parent.value, max(m, parent.kidMost(sibling))));
    }
  }

  // From a child to its parent. Each of the two has one half of what they share: where both halves
  // come together, they agree.
  /*@ requires tree() * context() * getParent() != null;
    @ ensures let p := old(getParent()) in
    @   p.tree() * p.context() * p.root() == old(root()) * p.depth() < old(depth()) *
    @   p.getLeft() == old(parentLeft()) * p.getRight() == old(parentRight()) *
    @   Node.max(p.getMost(), p.around()) == old(Node.max(getMost(), around()));
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
    @   Node.max(c.getMost(), c.around()) == old(Node.max(getMost(), around()));
    @ lemma void toLeft() { }
    @*/

  /*@ requires tree() * context() * getRight() != null;
    @ ensures let c := old(getRight()) in
    @   c.tree() * c.context() * c.getParent() == this * c.root() == old(root()) *
    @   Node.max(c.getMost(), c.around()) == old(Node.max(getMost(), around()));
    @ lemma void toRight() { if (left == right) { open kid(left); } }
    @*/

  // From any node to the root: what is stored there is the largest of all values.
  /*@ requires tree() * context();
    @ ensures let r := old(root()) in
    @   r.tree() * r.context() * r.getParent() == null *
    @   r.getMost() == old(Node.max(getMost(), around()));
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
