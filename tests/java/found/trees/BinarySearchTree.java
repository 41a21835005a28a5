package found.trees;

/** An unbalanced search tree. */
public class BinarySearchTree {

  private static class Node {
    int key;
    Node left;
    Node right;

    Node(int key) {
      this.key = key;
    }
  }

  private Node root;

  public void insert(int key) {
    root = insert(root, key);
  }

  private Node insert(Node node, int key) {
    if (node == null) {
      return new Node(key);
    }
    if (key < node.key) {
      node.left = insert(node.left, key);
    } else if (key > node.key) {
      node.right = insert(node.right, key);
    }
    return node;
  }

  public boolean contains(int key) {
    Node n = root;
    while (n != null) {
      if (key == n.key) {
        return true;
      }
      n = key < n.key ? n.left : n.right;
    }
    return false;
  }

  public int height() {
    return height(root);
  }

  private int height(Node n) {
    if (n == null) {
      return 0;
    }
    return 1 + Math.max(height(n.left), height(n.right));
  }

  public int min() {
    Node n = root;
    while (n.left != null) {
      n = n.left;
    }
    return n.key;
  }

  public static void main(String[] args) {
    BinarySearchTree tree = new BinarySearchTree();
    tree.insert(5);
    tree.insert(2);
    tree.insert(8);
    System.out.println(tree.contains(2) + " " + tree.height());
  }
}
