package q;

class G {
  static class Node { }
  static int own(Node node) { return 1; }
  static int other(p.Node node) { return 1; }
  static int apart(p. Node node) { return 1; }
}
