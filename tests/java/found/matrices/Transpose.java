package found.matrices;

/** Operations on square int[][] arrays. */
public class Transpose {

  public static void transpose(int[][] m) {
    for (int i = 0; i < m.length; i++) {
      for (int j = i + 1; j < m.length; j++) {
        int t = m[i][j];
        m[i][j] = m[j][i];
        m[j][i] = t;
      }
    }
  }

  public static int[] rowSums(int[][] m) {
    int[] sums = new int[m.length];
    for (int i = 0; i < m.length; i++) {
      for (int v : m[i]) {
        sums[i] += v;
      }
    }
    return sums;
  }

  public static boolean isSymmetric(int[][] m) {
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j < i; j++) {
        if (m[i][j] != m[j][i]) {
          return false;
        }
      }
    }
    return true;
  }

  public static int determinant2(int[][] m) {
    return m[0][0] * m[1][1] - m[0][1] * m[1][0];
  }

  public static void main(String[] args) {
    int[][] m = {{1, 2}, {3, 4}};
    transpose(m);
    System.out.println(m[0][1] + " " + determinant2(m));
  }
}
