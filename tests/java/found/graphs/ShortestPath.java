package found.graphs;

/** Distances in weighted graphs; 0 means that there is no edge. */
public class ShortestPath {
  static final int INFINITY = Integer.MAX_VALUE;

  private static int nearest(int[] distance, boolean[] done) {
    int best = -1;
    for (int i = 0; i < distance.length; i++) {
      if (!done[i] && (best < 0 || distance[i] < distance[best])) {
        best = i;
      }
    }
    return best;
  }

  public static int[] distances(int[][] weights, int source) {
    int n = weights.length;
    int[] distance = new int[n];
    boolean[] done = new boolean[n];
    for (int i = 0; i < n; i++) {
      distance[i] = INFINITY;
    }
    distance[source] = 0;
    for (int round = 0; round < n; round++) {
      int u = nearest(distance, done);
      done[u] = true;
      for (int v = 0; v < n; v++) {
        if (weights[u][v] != 0) {
          relax(distance, u, v, weights[u][v]);
        }
      }
    }
    return distance;
  }

  static void relax(int[] distance, int u, int v, int weight) {
    if (distance[u] + weight < distance[v]) {
      distance[v] = distance[u] + weight;
    }
  }

  //@ requires 0 <= a && 0 <= b;
  //@ ensures 0 <= \result;
  static int plus(int a, int b) {
    return a > INFINITY - b ? INFINITY : a + b;
  }
}
