package found.parsing;

/** Reads whole numbers. */
public final class IntParser {
  private IntParser() {
  }

  public static int parse(String s) throws ParseException {
    if (s == null || s.isEmpty()) {
      throw new ParseException("empty", 0);
    }
    int i = 0;
    boolean negative = false;
    if (s.charAt(0) == '-') {
      negative = true;
      i = 1;
    }
    int value = 0;
    while (i < s.length()) {
      char c = s.charAt(i);
      if (c < '0' || c > '9') {
        throw new ParseException("digit expected", i);
      }
      value = value * 10 + (c - '0');
      i++;
    }
    return negative ? -value : value;
  }

  public static int parseOr(String s, int otherwise) {
    try {
      return parse(s);
    } catch (ParseException e) {
      return otherwise;
    }
  }

  public static int parseDecimal(String s) {
    try {
      return Integer.parseInt(s);
    } catch (NumberFormatException e) {
      System.err.println("not a number: " + s);
      return 0;
    }
  }

  public static void main(String[] args) {
    System.out.println(parseOr("-42", 0));
    System.out.println(parseOr("4x", -1));
  }
}
