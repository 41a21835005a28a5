class Also {
  //@Also ensures \result == 2;
  static int m() { return 2; }

  static class Thrown {
    //@Signals (Exception e) true;
    static int m() { return 2; }
  }

  static class Redundant {
    //@Ensures_redundantly \result == 2;
    static int m() { return 1; }
  }
}
