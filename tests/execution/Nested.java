/** Nested classes of one simple name, in code that runs as under `java`. */
public class Nested {
  interface Shape {
    int size();
  }

  static class Row {
    private static class Node {
      int value;
      static int made;

      Node(int value) {
        this.value = value;
        made++;
      }

      int step() {
        return value + 1;
      }
    }

    static Object make(int n) {
      return new Node(n);
    }

    static boolean isOwn(Object o) {
      return o instanceof Node;
    }

    static int step(Object o) {
      return ((Node) o).step();
    }
  }

  static class Tree {
    enum Kind { LEAF, INNER }

    private static class Node implements Shape {
      int value;
      static int made = 10;
      Kind kind = Kind.LEAF;

      Node(int value) {
        this.value = value;
        made++;
      }

      public int size() {
        return value * 2;
      }
    }

    static Object make(int n) {
      return new Node(n);
    }

    static boolean isOwn(Object o) {
      return o instanceof Tree.Node;
    }

    static int both() {
      return Node.made * 100 + Row.Node.made;
    }
  }

  /** The head does not see what the body declares. */
  static class Item implements Shape {
    static class Shape {
      static int sides() {
        return 3;
      }
    }

    enum Kind { INNER }

    public int size() {
      return Kind.INNER == null ? 0 : Shape.sides();
    }
  }

  static class Sub extends Item {
    static int sides() {
      return Shape.sides();
    }
  }

  /** A private member class is not inherited. */
  static class Below extends Row {
    static int kind() {
      return new Node().three();
    }
  }

  static class Node {
    int three() {
      return 33;
    }
  }

  public static void main(String[] args) {
    Object row = Row.make(4);
    Object tree = Tree.make(5);
    System.out.println(Row.isOwn(row));
    System.out.println(Row.isOwn(tree));
    System.out.println(Tree.isOwn(row));
    System.out.println(Tree.isOwn(tree));
    System.out.println(Row.step(row));
    System.out.println(((Shape) tree).size());
    System.out.println(Tree.both());
    Shape item = new Item();
    System.out.println(item.size());
    System.out.println(Sub.sides());
    System.out.println(Below.kind());
    System.out.println(new Node().three());
    System.out.println(((Tree.Node) tree).kind == Tree.Kind.LEAF);
  }
}
