package found.trees;

/** A prefix tree over lower case words. */
public class Trie {

  private static class Node {
    final Node[] children = new Node[26];
    boolean end;
  }

  private final Node root = new Node();

  public void insert(String word) {
    Node n = root;
    for (int i = 0; i < word.length(); i++) {
      int c = word.charAt(i) - 'a';
      if (n.children[c] == null) {
        n.children[c] = new Node();
      }
      n = n.children[c];
    }
    n.end = true;
  }

  public boolean contains(String word) {
    Node n = walk(word);
    return n != null && n.end;
  }

  public boolean startsWith(String prefix) {
    return walk(prefix) != null;
  }

  private Node walk(String s) {
    Node n = root;
    for (int i = 0; i < s.length() && n != null; i++) {
      n = n.children[s.charAt(i) - 'a'];
    }
    return n;
  }
}
