/** Objects of an `enum` are its constants alone. */
enum Color {
  RED, GREEN;
}

class EnumRefused {
  static Color wrong() {
    return new Color(); //~ not-allowed-here
  }
}
