class G {
  static class Node { int n; }
  static int own(Node node) { return 1; }
  static Node made() { return new Node(); }
  static int other(F.Node node) { return 1; }
}
