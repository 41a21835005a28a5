/** Texts that `+` makes of objects: what their `toString` gives by its contract, or `null`. */
class TextsOfObjects {
  private int x;

  //@ requires acc(this.x, 1/2);
  //@ ensures acc(this.x, 1/2);
  @Override
  public String toString() {
    return "at " + x;
  }

  //@ requires acc(p.x, 1/2);
  //@ ensures acc(p.x, 1/2);
  static String label(TextsOfObjects p) {
    return "p " + p;
  }

  static String none() {
    TextsOfObjects p = null;
    return "p " + p + '.';
  }

  static String bare(TextsOfObjects p) {
    return "p " + p; //~ precondition:insufficient-permission
  }

  //@ requires acc(p.x) * acc(q.x);
  //@ ensures acc(p.x) * acc(q.x) * \result != null;
  static String both(TextsOfObjects p, TextsOfObjects q) {
    String s = p + " and " + q;
    s += p;
    return s;
  }

  //@ requires acc(p.x) * acc(q.x);
  //@ ensures acc(p.x) * acc(q.x);
  static String mixed(TextsOfObjects p, TextsOfObjects q) {
    return "" + p + q.bump(); //~ unsupported
  }

  //@ requires acc(p.x);
  //@ ensures acc(p.x);
  static String before(TextsOfObjects p) {
    return "" + p.bump() + p;
  }

  //@ requires acc(this.x);
  //@ ensures acc(this.x);
  int bump() {
    x = 3;
    return 4;
  }

  //@ requires acc(this.x);
  //@ ensures acc(this.x);
  String own() {
    return "own " + this;
  }

  //@ requires acc(Tone.asked);
  static String named(Plain p, Color c, Tone t) {
    String s = "" + c + t;
    return s + p;
  }
}

class Plain {}

enum Color {
  RED,
  BLUE
}

enum Tone {
  LOW;

  static int asked;

  //@ requires acc(Tone.asked);
  //@ ensures acc(Tone.asked) * Tone.asked == 1;
  public String toString() {
    asked = 1;
    return "low";
  }

  //@ requires acc(Tone.asked) * Tone.asked == 0;
  //@ ensures acc(Tone.asked) * Tone.asked == 0; //~ postcondition:may-not-hold
  static String count() {
    return "" + LOW;
  }

  static String unasked() {
    return "" + LOW; //~ precondition:insufficient-permission
  }
}

abstract class Shape {
  //@ ensures \result != null;
  public abstract String toString();

  String shown() {
    return "shape " + this;
  }
}

class Circle extends Shape {
  int r;

  //@ requires acc(this.r);
  public String toString() { //~ override-contract:insufficient-permission
    r = 4;
    return "circle";
  }
}
