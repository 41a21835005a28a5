package found.matrices;

/** The triangle of binomial coefficients. */
public class PascalTriangle {

  public static int[][] triangle(int n) {
    int[][] rows = new int[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = new int[i + 1];
      rows[i][0] = 1;
      for (int j = 1; j < i; j++) {
        rows[i][j] = rows[i - 1][j - 1] + rows[i - 1][j];
      }
      rows[i][i] = 1;
    }
    return rows;
  }

  //@ requires 0 <= n && n <= 20;
  //@ ensures \result != null && \result.length == n + 1;
  //@ ensures acc(\result.elems);
  public static int[] ones(int n) {
    int[] row = new int[n + 1];
    //@ loop_invariant acc(row.elems) * 0 <= i && i <= n + 1 && row.length == n + 1;
    for (int i = 0; i <= n; i++) {
      row[i] = 1;
    }
    return row;
  }

  public static void main(String[] args) {
    int[][] t = triangle(5);
    System.out.println(t[4][2]);
  }
}
