package found.geometry;

/** A shape with whole sides. */
public interface Shape {
  int area();

  int perimeter();

  default boolean largerThan(Shape other) {
    return area() > other.area();
  }

  static Shape square(int side) {
    return new Rectangle(side, side);
  }
}
