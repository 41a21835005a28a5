package found.geometry;

/** A triangle by the lengths of its sides. */
public class Triangle implements Shape {
  private final int a;
  private final int b;
  private final int c;

  public Triangle(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0) {
      throw new IllegalArgumentException("sides must be positive");
    }
    if (a + b <= c || b + c <= a || a + c <= b) {
      throw new IllegalArgumentException("not a triangle");
    }
    this.a = a;
    this.b = b;
    this.c = c;
  }

  @Override
  public int perimeter() {
    return a + b + c;
  }

  @Override
  public int area() {
    int s = perimeter() / 2;
    int square = s * (s - a) * (s - b) * (s - c);
    int root = 0;
    while (root * root <= square) {
      root++;
    }
    return root - 1;
  }

  public boolean isEquilateral() {
    return a == b && b == c;
  }

  public boolean isRight() {
    return a * a + b * b == c * c;
  }
}
