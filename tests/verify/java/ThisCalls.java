/** Constructors that leave the work to another one. */
class Point {
  int x;
  int y = 7;
  int count = 1;

  //@ ensures acc(x) * acc(y) * acc(count) * x == 0 && y == 7 && count == 2;
  Point() {
    this(0);
    count = count + 1;
  }

  //@ ensures acc(x) * acc(y) * acc(count) * x == a && y == 7 && count == 1;
  Point(int a) {
    this.x = a;
  }

  //@ requires n > 0;
  Point(String s, int n) {
    x = n;
  }

  Point(boolean b) {
    this(null, 0); //~ precondition:may-not-hold
  }

  Point(String s) {
    this(s, 1);
    x = 2; //~ insufficient-permission
  }

  static void main(String[] args) {
    Point p = new Point();
    assert p.count == 2 && p.y == 7;
  }
}

class Far extends Point {
  final int z;

  //@ ensures acc(z) * acc(x) * acc(y) * acc(count) * z == a && count == 2;
  Far(int a) {
    super();
    z = a;
  }

  //@ ensures acc(z) * acc(x) * acc(y) * acc(count) * z == 3 && count == 2;
  Far() {
    this(3);
  }
}
