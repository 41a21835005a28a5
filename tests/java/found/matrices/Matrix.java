package found.matrices;

/** A matrix of whole numbers. */
public class Matrix {
  private final int rows;
  private final int columns;
  private final int[][] cells;

  public Matrix(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    this.cells = new int[rows][columns];
  }

  public int get(int r, int c) {
    checkIndex(r, c);
    return cells[r][c];
  }

  public void set(int r, int c, int value) {
    checkIndex(r, c);
    cells[r][c] = value;
  }

  private void checkIndex(int r, int c) {
    if (r < 0 || r >= rows || c < 0 || c >= columns) {
      throw new IndexOutOfBoundsException(r + ", " + c);
    }
  }

  public Matrix times(Matrix other) {
    if (columns != other.rows) {
      throw new IllegalArgumentException("sizes do not match");
    }
    Matrix product = new Matrix(rows, other.columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < other.columns; j++) {
        int sum = 0;
        for (int k = 0; k < columns; k++) {
          sum += get(i, k) * other.get(k, j);
        }
        product.set(i, j, sum);
      }
    }
    return product;
  }

  public boolean isSquare() {
    return rows == columns;
  }

  public int trace() {
    int t = 0;
    for (int i = 0; i < rows; i++) {
      t += cells[i][i];
    }
    return t;
  }
}
