// Guards against: taking printing for harmless where it calls a method of the program.
class Shown {
  int x;

  public String toString() {
    return "shown";
  }
}

class Printer {
  static void m(Shown c) {
    System.out.println(c); //~ unsupported
  }
}
