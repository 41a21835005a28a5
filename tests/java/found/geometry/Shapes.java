package found.geometry;

/** Functions on arrays of shapes. */
public class Shapes {
  public static int totalArea(Shape[] shapes) {
    int total = 0;
    for (Shape s : shapes) {
      total += s.area();
    }
    return total;
  }

  public static Shape largest(Shape[] shapes) {
    Shape largest = null;
    for (int i = 0; i < shapes.length; i++) {
      if (largest == null || shapes[i].largerThan(largest)) {
        largest = shapes[i];
      }
    }
    return largest;
  }

  public static int largestArea(Shape[] shapes) {
    return largest(shapes).area();
  }

  public static int widthOf(Shape shape) {
    Rectangle r = (Rectangle) shape;
    return r.width;
  }

  public static String describe(Shape shape) {
    if (shape instanceof Rectangle && ((Rectangle) shape).isSquare()) {
      return "square";
    }
    return shape instanceof Triangle ? "triangle" : "shape";
  }

  public static void main(String[] args) {
    Shape[] shapes = {new Rectangle(2, 3), new Triangle(3, 4, 5), Shape.square(2)};
    System.out.println(totalArea(shapes));
    System.out.println(describe(shapes[1]));
  }
}
