package found.matrices;

/** Spiral order of a matrix. */
public class Spiral {

  public static int[] spiral(int[][] m) {
    if (m.length == 0) {
      return new int[0];
    }
    int[] out = new int[m.length * m[0].length];
    int n = 0;
    int top = 0;
    int bottom = m.length - 1;
    int left = 0;
    int right = m[0].length - 1;
    while (n < out.length) {
      for (int c = left; c <= right; c++) {
        out[n++] = m[top][c];
      }
      top++;
      for (int r = top; r <= bottom; r++) {
        out[n++] = m[r][right];
      }
      right--;
      for (int c = right; c >= left; c--) {
        out[n++] = m[bottom][c];
      }
      bottom--;
      for (int r = bottom; r >= top; r--) {
        out[n++] = m[r][left];
      }
      left++;
    }
    return out;
  }

  static int cellNumber(int row, int column, int width) {
    return row * width + column;
  }

  static int rowOf(int cell, int width) {
    return cell / width;
  }
}
