// Guards against: a constant of the JDK taken for what it is not.
import java.awt.Color;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

class Charsets {
  static final Charset CHARSET = StandardCharsets.UTF_8;

  static int zero() {
    return 0;
  }

  static int isUtf8(Charset c) {
    if (c == StandardCharsets.UTF_8) {
      return 1 / zero(); //~ division-by-zero
    }
    return 1;
  }

  static int isOther(Charset c) {
    if (StandardCharsets.UTF_8 == StandardCharsets.US_ASCII) {
      return 1 / zero();
    }
    return 1;
  }

  static int serializable() {
    Object o = StandardCharsets.UTF_8;
    if (o instanceof Serializable) {
      return 1 / zero(); //~ division-by-zero
    }
    if (o instanceof Charset && o instanceof Comparable) {
      return 1 / zero(); //~ division-by-zero
    }
    return 1;
  }

  static int colors() {
    if (Color.BLACK == Color.WHITE) {
      return 1 / zero();
    }
    return 1;
  }

  static boolean same() {
    return Color.BLACK == Color.black; //~ unsupported
  }

  static String name() {
    return CHARSET.name();
  }
}
