package found.trees;

/** Union-find with path halving. */
public class DisjointSets {
  private final int[] parent;
  private final int[] rank;
  private int sets;

  public DisjointSets(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("n = " + n);
    }
    parent = new int[n];
    rank = new int[n];
    for (int i = 0; i < n; i++) {
      parent[i] = i;
    }
    sets = n;
  }

  public int find(int x) {
    while (parent[x] != x) {
      parent[x] = parent[parent[x]];
      x = parent[x];
    }
    return x;
  }

  public boolean union(int a, int b) {
    int ra = find(a);
    int rb = find(b);
    if (ra == rb) {
      return false;
    }
    if (rank[ra] < rank[rb]) {
      parent[ra] = rb;
    } else if (rank[ra] > rank[rb]) {
      parent[rb] = ra;
    } else {
      parent[rb] = ra;
      rank[ra]++;
    }
    sets--;
    return true;
  }

  public int sets() {
    return sets;
  }
}
