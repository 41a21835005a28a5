package found.trees;

/** Counts leaves and inner nodes of a tree with a contract. */
public class Counter {

  static final class Node {
    Node left;
    Node right;
    int weight;

    /*@ predicate tree() {
      @   return acc(left) * acc(right) * acc(weight) * 0 <= weight *
      @     (left != null ==> left.tree()) * (right != null ==> right.tree());
      @ }
      @*/

    //@ requires 0 <= weight;
    //@ ensures tree();
    Node(int weight) {
      this.weight = weight;
    }
  }

  //@ requires n != null ==> n.tree();
  //@ ensures (n != null ==> n.tree()) * 0 <= \result && \result <= 1000000;
  static int leaves(Node n) {
    if (n == null) {
      return 0;
    }
    if (n.left == null && n.right == null) {
      return 1;
    }
    int left = leaves(n.left);
    int right = leaves(n.right);
    return Math.min(left + right, 1000000);
  }

  //@ requires n != null && n.tree();
  //@ ensures n.tree() * 0 <= \result;
  static int weightOf(Node n) {
    return n.weight;
  }
}
