package found.numbers;

/** Roman numerals up to 3999. */
public class RomanNumerals {
  private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  private static final String[] SYMBOLS = {
    "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
  };

  public static String toRoman(int n) {
    if (n < 1 || n > 3999) {
      throw new IllegalArgumentException("out of range: " + n);
    }
    StringBuilder roman = new StringBuilder();
    for (int i = 0; i < VALUES.length; i++) {
      while (n >= VALUES[i]) {
        roman.append(SYMBOLS[i]);
        n -= VALUES[i];
      }
    }
    return roman.toString();
  }

  static int value(char c) {
    switch (c) {
      case 'I':
        return 1;
      case 'V':
        return 5;
      case 'X':
        return 10;
      case 'L':
        return 50;
      case 'C':
        return 100;
      case 'D':
        return 500;
      case 'M':
        return 1000;
      default:
        throw new IllegalArgumentException("not a roman digit: " + c);
    }
  }

  public static int parse(String roman) {
    int total = 0;
    for (int i = 0; i < roman.length(); i++) {
      int v = value(roman.charAt(i));
      if (i + 1 < roman.length() && v < value(roman.charAt(i + 1))) {
        total -= v;
      } else {
        total += v;
      }
    }
    return total;
  }

  public static void main(String[] args) {
    System.out.println(toRoman(1994) + " = " + parse("MCMXCIV"));
  }
}
