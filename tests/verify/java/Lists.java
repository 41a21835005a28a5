import java.util.ArrayList;

/** A library class by its contracts, and a generic class of our own. */
class Box<T> {
  private T value;

  //@ predicate valid() { return acc(value); }

  //@ ensures valid() * get() == value;
  Box(T value) {
    this.value = value;
  }

  //@ requires valid();
  /*@ pure @*/ T get() {
    return value;
  }

  //@ requires valid();
  //@ ensures valid() * get() == v;
  void set(T v) {
    value = v;
  }
}

class Point {
  int x;

  //@ ensures acc(this.x) * this.x == x;
  Point(int x) {
    this.x = x;
  }
}

class Lists {
  static void boxes() {
    Box<Point> box = new Box<>(new Point(3));
    Point p = box.get();
    box.set(null);
    //@ assert box.get() == null;
  }

  static void lists() {
    ArrayList<Point> points = new ArrayList<>();
    Point p = new Point(1);
    points.add(p);
    points.add(new Point(2));
    //@ assert points.size() == 2;
    Point first = points.get(0);
    //@ assert first == p;
    first.x = 7;
    //@ assert p.x == 7;
    points.get(2); //~ precondition
  }
}
