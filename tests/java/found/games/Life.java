package found.games;

/** Conway's game of life on a torus. */
public class Life {
  private boolean[][] cells;
  private final int size;

  public Life(boolean[][] cells) {
    this.cells = cells;
    this.size = cells.length;
  }

  private int neighbours(int row, int column) {
    int n = 0;
    for (int r = -1; r <= 1; r++) {
      for (int c = -1; c <= 1; c++) {
        if (r == 0 && c == 0) {
          continue;
        }
        if (cells[(row + r + size) % size][(column + c + size) % size]) {
          n++;
        }
      }
    }
    return n;
  }

  static boolean survives(boolean alive, int neighbours) {
    return alive ? neighbours == 2 || neighbours == 3 : neighbours == 3;
  }

  public void step() {
    boolean[][] next = new boolean[size][];
    for (int r = 0; r < size; r++) {
      next[r] = new boolean[size];
      for (int c = 0; c < size; c++) {
        next[r][c] = survives(cells[r][c], neighbours(r, c));
      }
    }
    cells = next;
  }

  public int alive() {
    int n = 0;
    for (boolean[] row : cells) {
      for (boolean cell : row) {
        n += cell ? 1 : 0;
      }
    }
    return n;
  }
}
