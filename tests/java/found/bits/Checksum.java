package found.bits;

/** Check digits. */
public class Checksum {

  /** The algorithm of Luhn. */
  public static boolean luhn(String number) {
    int sum = 0;
    boolean twice = false;
    for (int i = number.length() - 1; i >= 0; i--) {
      int d = number.charAt(i) - '0';
      if (twice) {
        d *= 2;
        if (d > 9) {
          d -= 9;
        }
      }
      sum += d;
      twice = !twice;
    }
    return sum % 10 == 0;
  }

  //@ requires 0 <= sum;
  //@ ensures 0 <= \result && \result <= 9;
  static int checkDigit(int sum) {
    return (10 - sum % 10) % 10;
  }

  public static int isbn(int[] digits) {
    int sum = 0;
    for (int i = 0; i < 9; i++) {
      sum += (10 - i) * digits[i];
    }
    return (11 - sum % 11) % 11;
  }

  public static int hash(String s) {
    int h = 7;
    for (int i = 0; i < s.length(); i++) {
      h = h * 31 + s.charAt(i);
    }
    return h;
  }

  static int bucket(String key, int buckets) {
    return hash(key) % buckets;
  }
}
