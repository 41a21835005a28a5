package found.searching;

/** Search in a matrix with sorted rows and columns ("staircase"). */
public class MatrixSearch {

  /** A position in a matrix. */
  static final class Position {
    final int row;
    final int column;

    Position(int row, int column) {
      this.row = row;
      this.column = column;
    }

    boolean isValid() {
      return row >= 0 && column >= 0;
    }
  }

  static final Position NONE = new Position(-1, -1);

  public static Position find(int[][] matrix, int key) {
    int row = 0;
    int column = matrix[0].length - 1;
    while (row < matrix.length && column >= 0) {
      int value = matrix[row][column];
      if (value == key) {
        return new Position(row, column);
      }
      if (value > key) {
        column--;
      } else {
        row++;
      }
    }
    return NONE;
  }

  public static void main(String[] args) {
    int[][] m = {
      {1, 4, 7},
      {2, 5, 8},
      {3, 6, 9}
    };
    Position p = find(m, 6);
    System.out.println(p.row + "," + p.column);
  }
}
