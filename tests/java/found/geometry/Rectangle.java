package found.geometry;

/** A rectangle. */
public class Rectangle implements Shape {
  protected final int width;
  protected final int height;

  public Rectangle(int width, int height) {
    if (width < 0 || height < 0) {
      throw new IllegalArgumentException("negative side");
    }
    this.width = width;
    this.height = height;
  }

  @Override
  public int area() {
    return width * height;
  }

  @Override
  public int perimeter() {
    return 2 * (width + height);
  }

  public boolean isSquare() {
    return width == height;
  }

  public Rectangle scaled(int factor) {
    return new Rectangle(width * factor, height * factor);
  }

  /** Aspect ratio in percent. */
  public int ratio() {
    return 100 * width / height;
  }
}
