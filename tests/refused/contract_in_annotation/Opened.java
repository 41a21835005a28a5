class Opened {
  static int m() {
    //@Open nothing();
    return 1;
  }
}
