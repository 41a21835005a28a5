package found.geometry;

/** A point with whole coordinates. */
public class Point {
  private int x;
  private int y;

  public Point() {
    this(0, 0);
  }

  public Point(int x, int y) {
    this.x = x;
    this.y = y;
  }

  public int getX() {
    return x;
  }

  public int getY() {
    return y;
  }

  public void move(int dx, int dy) {
    x += dx;
    y += dy;
  }

  public int manhattan(Point other) {
    return Math.abs(x - other.x) + Math.abs(y - other.y);
  }

  public static boolean collinear(Point a, Point b, Point c) {
    return (b.x - a.x) * (c.y - a.y) == (c.x - a.x) * (b.y - a.y);
  }

  @Override
  public boolean equals(Object obj) {
    Point other = (Point) obj;
    return x == other.x && y == other.y;
  }

  @Override
  public int hashCode() {
    return 31 * x + y;
  }

  @Override
  public String toString() {
    return "(" + x + ", " + y + ")";
  }
}
