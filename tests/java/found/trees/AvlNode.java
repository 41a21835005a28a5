package found.trees;

/** Rotations of a balanced tree. */
class AvlNode<K extends Comparable<K>> {
  final K key;
  AvlNode<K> left;
  AvlNode<K> right;
  int height = 1;

  AvlNode(K key) {
    this.key = key;
  }

  static <K extends Comparable<K>> int height(AvlNode<K> n) {
    return n == null ? 0 : n.height;
  }

  void update() {
    height = 1 + Math.max(height(left), height(right));
  }

  int balance() {
    return height(left) - height(right);
  }

  AvlNode<K> rotateRight() {
    AvlNode<K> pivot = left;
    left = pivot.right;
    pivot.right = this;
    update();
    pivot.update();
    return pivot;
  }

  AvlNode<K> rotateLeft() {
    AvlNode<K> pivot = right;
    right = pivot.left;
    pivot.left = this;
    update();
    pivot.update();
    return pivot;
  }

  boolean contains(K wanted) {
    int c = wanted.compareTo(key);
    if (c == 0) {
      return true;
    }
    return c < 0 ? left.contains(wanted) : right.contains(wanted);
  }
}
