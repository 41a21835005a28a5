package found.bits;

/** Parity without operators on bits. */
public class Parity {
  static boolean even(int n) {
    return n % 2 == 0;
  }

  static boolean odd(int n) {
    return n % 2 == 1;
  }

  /** Number of ones in the binary notation of a number. */
  static int ones(int n) {
    int ones = 0;
    for (int rest = n; rest > 0; rest /= 2) {
      if (odd(rest)) {
        ones++;
      }
    }
    return ones;
  }

  static String binary(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("negative");
    }
    String s = "";
    do {
      s = n % 2 + s;
      n /= 2;
    } while (n > 0);
    return s;
  }

  static int toInt(String binary) {
    int value = 0;
    for (int i = 0; i < binary.length(); i++) {
      value = 2 * value + (binary.charAt(i) == '1' ? 1 : 0);
    }
    return value;
  }

  static short toShort(int n) {
    return (short) n;
  }
}
