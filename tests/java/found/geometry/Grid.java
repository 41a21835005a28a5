package found.geometry;

/** A grid of cells that are numbered from 0. */
public class Grid {
  private final int width;
  private final int height;

  public Grid(int width, int height) {
    this.width = width;
    this.height = height;
  }

  public int cell(int x, int y) {
    return y * width + x;
  }

  public int xOf(int cell) {
    return cell % width;
  }

  public int yOf(int cell) {
    return cell / height;
  }

  public boolean inside(int x, int y) {
    return 0 <= x && x < width && 0 <= y && y < height;
  }

  public int neighbours(int x, int y) {
    int n = 0;
    for (int dx = -1; dx <= 1; dx++) {
      for (int dy = -1; dy <= 1; dy++) {
        if ((dx != 0 || dy != 0) && inside(x + dx, y + dy)) {
          n++;
        }
      }
    }
    return n;
  }
}
