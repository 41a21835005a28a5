package found.graphs;

/** A directed graph as an adjacency matrix. */
public class Graph {
  private final boolean[][] edges;
  private final int nodes;

  public Graph(boolean[][] edges) {
    if (edges == null || edges.length == 0) {
      throw new IllegalArgumentException("no nodes");
    }
    this.edges = edges;
    this.nodes = edges.length;
  }

  public boolean hasEdge(int from, int to) {
    return edges[from][to];
  }

  public int degree(int node) {
    int degree = 0;
    for (int i = 0; i < nodes; i++) {
      if (edges[node][i]) {
        degree++;
      }
    }
    return degree;
  }

  public boolean reachable(int from, int to) {
    return search(from, to, new boolean[nodes]);
  }

  private boolean search(int at, int to, boolean[] seen) {
    if (at == to) {
      return true;
    }
    seen[at] = true;
    for (int next = 0; next <= nodes; next++) {
      if (edges[at][next] && !seen[next] && search(next, to, seen)) {
        return true;
      }
    }
    return false;
  }

  public int size() {
    return nodes;
  }
}
