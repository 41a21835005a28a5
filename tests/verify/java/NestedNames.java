/** Nested classes of different classes may have one simple name. */
class NestedNames {
  interface Shape {
    //@ ensures \result >= 0;
    int size();
  }

  static class Row {
    private static class Node {
      int value;
      static int made;

      //@ predicate valid() { return acc(value) * value >= 0; }

      //@ ensures acc(value) * value == 1;
      Node() { value = 1; }

      //@ requires acc(value) * value < 100;
      //@ ensures acc(value) * value == \old(value) + 1;
      void step() { value = value + 1; }

      //@ ensures \result == 1;
      static int kind() { return 1; }
    }

    //@ ensures \result == 2;
    static int run() {
      Node node = new Node();
      node.step();
      return node.value;
    }

    //@ ensures \result == 1;
    static int kind() { return Node.kind(); }

    //@ ensures \result == 2; //~ postcondition:may-not-hold
    static int otherKind() { return Node.kind(); }
  }

  static class Tree {
    private static class Node {
      int value;
      static int made;

      //@ predicate valid() { return acc(value) * value < 0; }

      //@ ensures acc(value) * value == -1;
      Node() { value = -1; }

      //@ requires acc(value) * value > -100;
      //@ ensures acc(value) * value == \old(value) - 1;
      void step() { value = value - 1; }

      //@ ensures \result == 2;
      static int kind() { return 2; }
    }

    //@ ensures \result == -2;
    static int run() {
      Node node = new Node();
      node.step();
      return node.value;
    }

    //@ ensures \result == 2;
    static int kind() { return Node.kind(); }

    //@ ensures \result == 2;
    static int qualified() { return Row.Node.kind() + 1; }

    //@ requires acc(Node.made) * acc(Row.Node.made) * Row.Node.made == 7;
    //@ ensures acc(Node.made) * acc(Row.Node.made) * Row.Node.made == 7 * Node.made == 8;
    static void statics() { Node.made = Row.Node.made + 1; }

    //@ requires acc(Node.made) * acc(Row.Node.made) * Row.Node.made == 7;
    //@ ensures acc(Node.made) * acc(Row.Node.made) * Row.Node.made == 8; //~ postcondition:may-not-hold
    static void confused() { Node.made = 8; }

    //@ requires n.valid();
    //@ ensures \result < 0 && n.valid();
    static int negative(Node n) {
      //@ open n.valid();
      int v = n.value;
      //@ close n.valid();
      return v;
    }

    //@ requires n.valid();
    //@ ensures \result < 0 && n.valid(); //~ postcondition:may-not-hold
    static int other(Row.Node n) {
      //@ open n.valid();
      int v = n.value;
      //@ close n.valid();
      return v;
    }

    //@ requires o instanceof Node;
    //@ ensures \result;
    static boolean own(Object o) { return o instanceof Tree.Node; }

    //@ requires o instanceof Node;
    //@ ensures \result; //~ postcondition:may-not-hold
    static boolean ofRow(Object o) { return o instanceof Row.Node; }

    //@ requires o instanceof Node;
    static Object cast(Object o) { return (Node) o; }

    //@ requires o instanceof Node;
    static Object badCast(Object o) { return (Row.Node) o; } //~ cast
  }

  /** A member class hides one from outside, and is inherited unless it is private. */
  static class Item implements Shape {
    static class Shape {
      //@ ensures \result == 3;
      static int sides() { return 3; }
    }

    //@ ensures \result == 3;
    static int own() { return Shape.sides(); }

    //@ ensures \result >= 0;
    public int size() { return 4; }
  }

  static class Sub extends Item {
    //@ ensures \result == 3;
    static int inherited() { return Shape.sides(); }
  }

  //@ requires s != null;
  //@ ensures \result >= 0;
  static int outside(Shape s) { return s.size(); }
}
