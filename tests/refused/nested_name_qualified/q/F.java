package q;

class F {
  static class Node { Object node = new Object() { int g() { return 1; } }; { } }
  static class Refused extends java.util.TimerTask { static class Node { } }
}
class I {
  static class Node { }
  static int own(Node node) { return 1; }
  static int other(F.Refused.Node node) { return 1; }
}
